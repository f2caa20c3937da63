import type { Client } from '@temporalio/client';
import { cyclePayments } from '../activities/cycle-payments.ts';
import type { CycleDeps, TellCustomer } from '../activities/cycle-ports.ts';
import { tellCustomerByMail } from '../activities/debit-mails.ts';
import { createActivities } from '../activities/index.ts';
import type { MessageChannels } from '../activities/message-ways.ts';
import type { TellPeople } from '../activities/news.ts';
import type { Notify } from '../activities/notifications.ts';
import { runThatTells } from '../activities/operations.ts';
import type { RulePorts } from '../activities/reconcile/rules.ts';
import {
  inStaffLanguage,
  mailOfEndpoint,
  mailOfGivenUp,
  mailOfNews,
} from '../activities/staff-mails.ts';
import type { Tellings } from '../activities/transactions.ts';
import type { TellOfFailure } from '../activities/webhooks.ts';
import { activityEngineOn } from '../engine/activity-engine.ts';
import { agreementSchedules } from '../engine/agreement-schedules.ts';
import { givenUpAfter } from '../engine/patience.ts';
import { reportSchedules } from '../engine/report-schedules.ts';
import { startRetryOf } from '../engine/start-retry.ts';
import type { Store } from '../store/index.ts';
import type { Files } from '../transports/files.ts';
import type { PostWebhook } from '../transports/webhook.ts';

/** How the activities reach people and systems that are not ours. */
export interface Outside {
  readonly post: PostWebhook;
  readonly tell: TellOfFailure;
  readonly tellPeople: TellPeople;
  readonly tellCustomer: TellCustomer;
  readonly channels: MessageChannels;
}

/** The one place where store, transports and Temporal meet the activities. */
export function activitiesOf(
  store: Store,
  client: Client,
  {
    revived,
    countAlert,
    post,
    channels,
    tellCustomer,
    paused,
    files,
    ...tells
  }: Outside &
    Pick<RulePorts, 'revived' | 'countAlert'> &
    Pick<CycleDeps, 'paused'> & { readonly files: Files },
) {
  const engine = activityEngineOn(client, store.transactions, runThatTells);
  const opened = startRetryOf(client);
  const openNotifications: Tellings['openNotifications'] = async (ids) => {
    await Promise.all(ids.map((id) => opened(() => engine.sendMessage(id))));
  };
  const notify = notifier(store, openNotifications);
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
      await Promise.all(ids.map((id) => opened(() => engine.startDelivery(id))));
    },
    tellPeople: async (news) => {
      await tells.tellPeople(news);
      await notify(mailOfNews(news, Date.now()));
    },
    openNotifications,
    notify,
    channels,
    engine,
    within: (ms, work) => givenUpAfter(client, ms, work),
    revived,
    countAlert,
    tellInvoice: async (ref) => {
      const invoice = await store.invoices.head(ref);
      if (invoice) await engine.tellInvoice(invoice);
    },
    cycles: {
      ...cyclePayments(store, engine),
      ...agreementSchedules(client),
      tellCustomer: async (news) => {
        await tellCustomer(news);
        await tellCustomerByMail(store, notify)(news);
      },
      paused,
    },
    files,
    arrangeReports: reportSchedules(client),
  });
}

/** What is wanted stands in the database first, so that nothing is lost with the run that could not be opened. */
function notifier(
  { notifications, merchants }: Pick<Store, 'notifications' | 'merchants'>,
  open: Tellings['openNotifications'],
): Notify {
  return async (wanted) => {
    const ids = await Promise.all(
      wanted.map(async (one) => notifications.want(await inStaffLanguage(merchants, one))),
    );
    await open(ids.filter((id) => id !== undefined));
  };
}
