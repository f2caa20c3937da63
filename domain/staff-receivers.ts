import type { Merchant } from './merchant.ts';
import type { News } from './operation/news.ts';
import { permits, typePermission } from './permission.ts';
import type { PluginName } from './plugins.ts';
import { hearsNow, seesTasks } from './tasks/subscription.ts';
import { settingsPlugin } from './transaction/open.ts';
import type { Alert, Transaction } from './transaction/transaction.ts';
import type { TransactionType } from './transaction/type.ts';
import type { User } from './user.ts';
import type { Initiator } from './initiator.ts';

/**
 * Who is told that a merchant's webhooks fail: those whom its settings name; when they name nobody, the support address of
 * the plugin whose settings the payment goes by (`settingsPlugin`), else that of the merchant. Nobody where the settings say so.
 */
export function failureReceivers(
  merchant: WithAddresses,
  plugin: PluginName | undefined,
): readonly string[] {
  return merchant.webhooks.notifyOnFailure === false ? [] : addressesFor(merchant, plugin);
}

/** A person of the merchant's, with what they have chosen to get mails of. */
type Colleague = Pick<
  User,
  'active' | 'service' | 'superuser' | 'permissions' | 'email' | 'subscriptions'
>;

/** Of which kind an alert is, and of which payment, where that is known. */
export interface AlertAbout {
  readonly kind: Alert['kind'];
  readonly payment: Pick<Transaction, 'type' | 'legacy'> | undefined;
}

/**
 * Who of a merchant is told at once of an alert (contract/messages#staff): the addresses for webhooks that fail, also where they want no mail
 * about those, and all people who see it in their inbox and want to hear of it at once. Where it is not known which payment is
 * meant, nobody is told for what they may see.
 */
export function alertReceivers(
  merchant: WithAddresses,
  users: readonly Colleague[],
  { kind, payment }: AlertAbout,
): readonly string[] {
  const hearing = users.filter(
    (user) =>
      payment &&
      permits(user, typePermission('view', payment.type)) &&
      hearsNow(user, `alert.${kind}`),
  );
  return [
    ...addressesFor(merchant, payment && settingsPlugin(payment)),
    ...hearing.map(({ email }) => email),
  ];
}

/**
 * Who is told of a request: of what waits everybody who may approve and wants to hear of that at once, but not who asked for it; of an
 * emergency all of them and those who have the alert in their inbox, who may be nobody; of the rest who asked, as long as they are let in, and of what is done
 * only where the merchant wants that. Undefined: nothing is told.
 */
export function requestReceivers(
  news: News,
  initiator: Pick<Initiator, 'id'> | undefined,
  {
    users,
    merchant,
    type,
  }: {
    readonly users: readonly (Colleague & Pick<User, 'id'>)[];
    readonly merchant: Pick<Merchant, 'operationsApproval'> | undefined;
    /** Of the payment, where that is known. */
    readonly type?: TransactionType | undefined;
  },
): readonly string[] | undefined {
  if (news === 'waits')
    return users
      .filter((user) => hearsNow(user, 'approval') && user.id !== initiator?.id)
      .map(({ email }) => email);
  if (news === 'break-glass')
    return users.filter((user) => hearsOfEmergency(user, type)).map(({ email }) => email);
  // Who has chosen to hear of what needs a hand hears of their own in the same way.
  const maker = users.find((user) => user.active && user.id === initiator?.id);
  const isToldAnyway = news === 'needs-hand' && maker && hearsNow(maker, 'needs_hand');
  const wanted = news !== 'done' || merchant?.operationsApproval?.bccInitiator === true;
  return maker && wanted && !isToldAnyway ? [maker.email] : undefined;
}

/** By what they have chosen for the alert; who may only approve has none, and hears of it as of requests that wait. */
function hearsOfEmergency(user: Colleague, type: TransactionType | undefined): boolean {
  const isSeen = type === undefined || permits(user, typePermission('view', type));
  return isSeen && seesTasks(user, 'alert.break-glass')
    ? hearsNow(user, 'alert.break-glass')
    : hearsNow(user, 'approval');
}

type WithAddresses = Pick<Merchant, 'webhooks' | 'plugins' | 'supportEmail'>;

function addressesFor(
  { webhooks, plugins, supportEmail }: WithAddresses,
  plugin: PluginName | undefined,
): readonly string[] {
  const { emails = [] } = webhooks;
  if (emails.length > 0) return emails;
  const support = (plugin && plugins[plugin]?.supportEmail) ?? supportEmail;
  return support === undefined ? [] : [support];
}
