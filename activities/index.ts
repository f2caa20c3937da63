import type { TellPayment } from '../engine/notify-transaction.ts';
import type { Store } from '../store/index.ts';
import type { Files } from '../transports/files.ts';
import type { PostWebhook } from '../transports/webhook.ts';
import { agreementActivities } from './agreements.ts';
import { inTheirTurn } from './queue-delay.ts';
import { bulkActivities } from './bulks.ts';
import { cardActivities } from './cards.ts';
import type { CycleDeps } from './cycle-ports.ts';
import { cycleActivities } from './cycles.ts';
import { gatewayActivities } from './gateways.ts';
import { invoiceActivities } from './invoices.ts';
import type { MessageRoads } from './message-ways.ts';
import { notificationActivities, type Notify } from './notifications.ts';
import { newsActivities, type TellPeople } from './news.ts';
import { operationActivities, performersOf } from './operations.ts';
import { removalActivities } from './removals.ts';
import { reportScheduleActivities, type ArrangeReports } from './report-schedules.ts';
import { reportActivities, type StartReport, type StartReportLook } from './reports.ts';
import { revivalActivities, type Lifeline } from './revivals.ts';
import { agreementSweep, type StartLook } from './sweep-agreements.ts';
import { mailOfReport } from './report-mails.ts';
import { sweepActivities, type Reach } from './sweeps.ts';
import { unbegunActivities, type Beginnings } from './unbegun.ts';
import { transactionActivities, type OpenDeliveries, type TellInvoice } from './transactions.ts';
import { walletPartActivities } from './wallet-parts.ts';
import { webhookReplayActivities, type SendAgain } from './webhook-replays.ts';
import { webhookActivities, type TellOfEndpoint, type TellOfFailure } from './webhooks.ts';

export interface ActivityDeps {
  readonly store: Store;
  readonly post: PostWebhook;
  readonly tell: TellOfFailure;
  readonly tellOfEndpoint: TellOfEndpoint;
  readonly open: OpenDeliveries;
  readonly sendAgain: SendAgain;
  readonly tellPeople: TellPeople;
  readonly reach: Reach & Beginnings;
  readonly lifeline: Lifeline;
  readonly tellInvoice: TellInvoice;
  readonly tellPayment: TellPayment;
  readonly notify: Notify;
  readonly roads: MessageRoads;
  readonly cycles: CycleDeps;
  readonly startLook: StartLook;
  readonly files: Files;
  readonly startReport: StartReport;
  readonly startReportLook: StartReportLook;
  readonly arrangeReports: ArrangeReports;
}

/** Every activity of the house, with what it needs. */
export function createActivities({
  store,
  post,
  tell,
  tellOfEndpoint,
  open,
  sendAgain,
  tellPeople,
  reach,
  lifeline,
  tellInvoice,
  tellPayment,
  notify,
  roads,
  cycles,
  startLook,
  files,
  startReport,
  startReportLook,
  arrangeReports,
}: ActivityDeps) {
  return {
    ...transactionActivities(store, tellInvoice, { notify, open }),
    ...removalActivities(store),
    ...invoiceActivities(store),
    ...gatewayActivities(store),
    ...cardActivities(store),
    ...agreementActivities(store),
    ...inTheirTurn(cycleActivities(store, cycles)),
    ...agreementSweep(store, startLook),
    ...operationActivities(performersOf(store), tellPayment),
    ...walletPartActivities(store),
    ...webhookActivities(store, { post, tell, tellOfEndpoint }),
    ...webhookReplayActivities(store, sendAgain),
    ...unbegunActivities(store, reach),
    ...newsActivities(store, tellPeople),
    ...notificationActivities(store, { notify, roads, files }),
    ...sweepActivities(store, reach),
    ...revivalActivities(store, lifeline),
    ...reportActivities(store, {
      files,
      startReport,
      startReportLook,
      tellOfReport: async (report) => notify(mailOfReport(report, Date.now())),
    }),
    ...reportScheduleActivities(store, arrangeReports),
    ...bulkActivities(store, { startMissing: reach.startMissing, paused: cycles.paused }),
  };
}

export type Activities = ReturnType<typeof createActivities>;
