import type { Store } from '../store/index.ts';
import type { PostWebhook } from '../transports/webhook.ts';
import { agreementActivities } from './agreements.ts';
import { bulkActivities } from './bulks.ts';
import { cardActivities } from './cards.ts';
import type { CycleDeps } from './cycle-ports.ts';
import { cycleActivities } from './cycles.ts';
import { gatewayActivities } from './gateways.ts';
import { invoiceActivities } from './invoices.ts';
import { notificationActivities, type MailRoad, type Notify } from './notifications.ts';
import { newsActivities, type TellPeople } from './news.ts';
import { operationActivities, performersOf, type TellPayment } from './operations.ts';
import { removalActivities } from './removals.ts';
import { revivalActivities, type Lifeline } from './revivals.ts';
import { agreementSweep, type StartLook } from './sweep-agreements.ts';
import { sweepActivities, type Reach } from './sweeps.ts';
import { transactionActivities, type TellInvoice } from './transactions.ts';
import { walletPartActivities } from './wallet-parts.ts';
import { webhookActivities, type TellOfFailure } from './webhooks.ts';

export interface ActivityDeps {
  readonly store: Store;
  readonly post: PostWebhook;
  readonly tell: TellOfFailure;
  readonly tellPeople: TellPeople;
  readonly reach: Reach;
  readonly lifeline: Lifeline;
  readonly tellInvoice: TellInvoice;
  readonly tellPayment: TellPayment;
  readonly notify: Notify;
  readonly road: MailRoad | undefined;
  readonly cycles: CycleDeps;
  readonly startLook: StartLook;
}

/** Every activity of the house, with what it needs. */
export function createActivities({
  store,
  post,
  tell,
  tellPeople,
  reach,
  lifeline,
  tellInvoice,
  tellPayment,
  notify,
  road,
  cycles,
  startLook,
}: ActivityDeps) {
  return {
    ...transactionActivities(store, tellInvoice, notify),
    ...removalActivities(store),
    ...invoiceActivities(store),
    ...gatewayActivities(store),
    ...cardActivities(store),
    ...agreementActivities(store),
    ...cycleActivities(store, cycles),
    ...agreementSweep(store, startLook),
    ...operationActivities(performersOf(store), tellPayment),
    ...walletPartActivities(store),
    ...webhookActivities(store, { post, tell }),
    ...newsActivities(store, tellPeople),
    ...notificationActivities(store, { notify, road }),
    ...sweepActivities(store, reach),
    ...revivalActivities(store, lifeline),
    ...bulkActivities(store, { startMissing: reach.startMissing, paused: cycles.paused }),
  };
}

export type Activities = ReturnType<typeof createActivities>;
