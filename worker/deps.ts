import {
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { CycleDeps, TellCustomer } from '../activities/cycle-ports.ts';
import { cyclePayments, type PaymentReach } from '../activities/cycle-payments.ts';
import { tellCustomerByMail } from '../activities/debit-mails.ts';
import { createActivities } from '../activities/index.ts';
import type { TellPeople } from '../activities/news.ts';
import type { MessageRoads } from '../activities/message-ways.ts';
import type { Notify } from '../activities/notifications.ts';
import type { TellPayment } from '../activities/operations.ts';
import type { Lifeline } from '../activities/revivals.ts';
import {
  inStaffLanguage,
  mailOfEndpoint,
  mailOfGivenUp,
  mailOfNews,
} from '../activities/staff-mails.ts';
import type { Reach } from '../activities/sweeps.ts';
import type { TellInvoice } from '../activities/transactions.ts';
import type { Beginnings } from '../activities/unbegun.ts';
import type { TellOfFailure } from '../activities/webhooks.ts';
import type { NotificationId } from '../domain/ids.ts';
import type { Report } from '../domain/report/report.ts';
import type { Store } from '../store/index.ts';
import type { Files } from '../transports/files.ts';
import type { PostWebhook } from '../transports/webhook.ts';
import { agreementSchedules } from './agreement-schedules.ts';
import { missingOperation } from './missing-operation.ts';
import { missingPayment } from './missing-payment.ts';
import { startRetryOf } from './start-retry.ts';
import { reportSchedules } from './report-schedules.ts';
import { notifyTransaction } from './notify-transaction.ts';
import {
  bulkChangedSignal,
  operationReportedSignal,
  redeliverSignal,
  reportedSignal,
  settledSignal,
  expireUpdate,
  submitUpdate,
} from '../workflows/messages.ts';
import {
  birthOf,
  bulkRunOf,
  deliveryBirthOf,
  invoiceBirthOf,
  invoiceResumeOf,
  lookOf,
  notificationBirthOf,
  operationIdOf,
  operationResumeOf,
  redeliveryOf,
  replayBirthOf,
  reportBirthOf,
  reportLookOf,
  resumeOf,
  testDeliveryOf,
} from '../workflows/starts.ts';

/** How the activities reach people and systems that are not ours. */
export interface Outside {
  readonly post: PostWebhook;
  readonly tell: TellOfFailure;
  readonly tellPeople: TellPeople;
  readonly tellCustomer: TellCustomer;
  readonly roads: MessageRoads;
}

/** The one place where store, transports and Temporal meet the activities. */
export function activitiesOf(
  store: Store,
  client: Client,
  {
    revived,
    post,
    roads,
    tellCustomer,
    paused,
    files,
    ...tells
  }: Outside & Pick<Lifeline, 'revived'> & Pick<CycleDeps, 'paused'> & { readonly files: Files },
) {
  const tell = notifyTransaction(store.transactions, client);
  const { openDelivery, openNotification, openPayment, openReport, ...reach } = reachOf(
    store,
    client,
    tell,
  );
  const openOperation = reach.startMissingOperation;
  const lifeline = { openPayment, openOperation, openDelivery, openNotification, revived };
  const opened = startRetryOf(client);
  const notify = notifier(store, (id) => opened(() => openNotification(id)));
  return createActivities({
    store,
    post,
    tell: async (givenUp) => {
      await tells.tell(givenUp);
      await notify(mailOfGivenUp(givenUp, Date.now()));
    },
    tellOfEndpoint: async (told, emails, failed) => {
      await notify(mailOfEndpoint(told, emails, { failed, now: Date.now() }));
    },
    open: async (ids) => {
      await Promise.all(ids.map((id) => opened(() => openDelivery(id))));
    },
    sendAgain: async (eventId) => {
      await client.workflow.signalWithStart('delivery', {
        ...redeliveryOf(eventId),
        signal: redeliverSignal,
        signalArgs: [],
      });
    },
    tellPeople: async (news) => {
      await tells.tellPeople(news);
      await notify(mailOfNews(news, Date.now()));
    },
    notify,
    roads,
    reach,
    lifeline,
    tellInvoice: tellInvoice(store, client),
    tellPayment: tell,
    cycles: {
      ...cyclePayments(store, paymentReach(client, reach)),
      ...agreementSchedules(client),
      tellCustomer: async (news) => {
        await tellCustomer(news);
        await tellCustomerByMail(store, notify)(news);
      },
      paused,
    },
    files,
    arrangeReports: reportSchedules(client),
    startReportLook: async (schedule) => {
      await client.workflow.start('reportTick', reportLookOf(schedule));
    },
    startReport: async (ref) => {
      const report = await store.reports.find(ref);
      return report?.status === 'in_progress' && openReport(report);
    },
    startLook: async (agreement) => {
      await client.workflow.start('autoDebitTick', lookOf(agreement));
    },
  });
}

/** As a merchant's server does it by the API. */
function paymentReach(
  { workflow }: Client,
  { startMissing }: Pick<Reach, 'startMissing'>,
): PaymentReach {
  return {
    startMissing,
    submit: async (transaction, submission, requestId) => {
      const answer = await workflow.executeUpdateWithStart(submitUpdate, {
        updateId: requestId,
        args: [submission, undefined],
        startWorkflowOperation: new WithStartWorkflowOperation(
          'transaction',
          resumeOf(transaction),
        ),
      });
      return answer.refused;
    },
    expire: async (transaction) => {
      // Refused where it is not to be: the document says what it is then.
      await workflow.executeUpdateWithStart(expireUpdate, {
        args: [undefined],
        startWorkflowOperation: new WithStartWorkflowOperation(
          'transaction',
          resumeOf(transaction),
        ),
      });
    },
  };
}

/** What is wanted stands in the database first, so that nothing is lost with the run that could not be opened. */
function notifier(
  { notifications, merchants }: Pick<Store, 'notifications' | 'merchants'>,
  open: (id: NotificationId) => Promise<void>,
): Notify {
  return async (wanted) => {
    const ids = await Promise.all(
      wanted.map(async (one) => notifications.want(await inStaffLanguage(merchants, one))),
    );
    await Promise.all(ids.filter((id) => id !== undefined).map(open));
  };
}

/** Reaches the open run of the invoice, or opens a new one when the invoice is overdue already. */
function tellInvoice({ invoices }: Store, { workflow }: Client): TellInvoice {
  return async (ref) => {
    const invoice = await invoices.head(ref);
    if (!invoice) return;
    await workflow.signalWithStart('invoice', {
      ...invoiceResumeOf(invoice),
      signal: settledSignal,
      signalArgs: [],
    });
  };
}

function reachOf(
  store: Pick<Store, 'transactions' | 'operations'>,
  { workflow }: Client,
  takeIn: TellPayment,
): Reach &
  Beginnings &
  Pick<Lifeline, 'openDelivery' | 'openNotification' | 'openPayment'> & {
    readonly openReport: (report: Report) => Promise<boolean>;
  } {
  return {
    openReport,
    openNotification: (id) => startMissing('notification', notificationBirthOf(id)),
    openDelivery: (eventId, { isCalled = false, once = false } = {}) =>
      startMissing(
        'delivery',
        once
          ? testDeliveryOf(eventId)
          : deliveryBirthOf(eventId, isCalled ? {} : { missing: true }),
      ),
    startMissing: (transaction) => startMissing('transaction', birthOf(transaction)),
    openPayment: missingPayment(store.transactions, {
      isOpen: (transaction) => isRunning(resumeOf(transaction).workflowId),
      start: (transaction) => workflow.start('transaction', resumeOf(transaction)),
    }),
    startMissingInvoice: (invoice) => startMissing('invoice', invoiceBirthOf(invoice)),
    startMissingBulk: (bulk) => startMissing('bulk', bulkRunOf(bulk)),
    startMissingReplay: (ref) => startMissing('webhookReplay', replayBirthOf(ref)),
    nudgeBulk: async (bulk) => {
      await workflow.signalWithStart('bulk', {
        ...bulkRunOf(bulk),
        signal: bulkChangedSignal,
        signalArgs: [],
      });
    },
    report: async (ref, report) => {
      const transaction = await store.transactions.find(ref);
      if (!transaction) return;
      await workflow.signalWithStart('transaction', {
        ...resumeOf(transaction),
        signal: reportedSignal,
        signalArgs: [report],
      });
    },
    startMissingOperation: missingOperation(store, {
      isOpen: ({ sessionId }) => isRunning(operationIdOf(sessionId)),
      start: (operation) => workflow.start('operation', operationResumeOf(operation)),
      takeIn,
    }),
    reportOperation: async (operation, report) => {
      await workflow.signalWithStart('operation', {
        ...operationResumeOf(operation),
        signal: operationReportedSignal,
        signalArgs: [report],
      });
    },
    takeIn,
  };

  /** One that was ended by force counts for none. */
  async function openReport(report: Report): Promise<boolean> {
    const birth = reportBirthOf(report);
    if (await isRunning(birth.workflowId)) return false;
    await workflow.start('report', birth);
    return true;
  }

  async function startMissing(type: string, birth: WorkflowStartOptions): Promise<boolean> {
    // Asking costs the server less than a start that it refuses.
    if (await described(birth.workflowId)) return false;
    try {
      await workflow.start(type, birth);
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  }

  async function isRunning(workflowId: string): Promise<boolean> {
    return (await described(workflowId))?.status.name === 'RUNNING';
  }

  async function described(workflowId: string) {
    try {
      return await workflow.getHandle(workflowId).describe();
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    }
  }
}
