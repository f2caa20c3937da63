import type { Merchant } from './merchant.ts';
import { isForCheckers, type News } from './operation/news.ts';
import { permits, typePermission } from './permission.ts';
import type { PluginName } from './plugins.ts';
import { settingsPlugin } from './transaction/open.ts';
import type { Transaction } from './transaction/transaction.ts';
import type { Initiator, User } from './user.ts';

/**
 * Who is told that a merchant's webhooks fail: those whom its settings name; when they name nobody, the support address of
 * the plugin that the payment was made with, else that of the merchant. Nobody where the settings say so.
 */
export function failureReceivers(
  merchant: WithAddresses,
  plugin: PluginName | undefined,
): readonly string[] {
  return merchant.webhooks.notifyOnFailure === false ? [] : addressesFor(merchant, plugin);
}

/** Who is told of a dispute: the same, also where they want no mail about webhooks. */
export function disputeReceivers(
  merchant: WithAddresses,
  payment: Pick<Transaction, 'type' | 'legacy'> | undefined,
): readonly string[] {
  return addressesFor(merchant, payment && settingsPlugin(payment));
}

/**
 * Who of a merchant is told of an alert about money (contract/messages#staff): those, and all people who may handle alerts and see the
 * payment. Where it is not known which payment is meant, nobody is told for their permissions.
 */
export function alertReceivers(
  merchant: WithAddresses,
  users: readonly Pick<User, 'active' | 'service' | 'superuser' | 'permissions' | 'email'>[],
  payment: Pick<Transaction, 'type' | 'legacy'> | undefined,
): readonly string[] {
  const mayAct = users.filter(
    (user) =>
      payment &&
      user.active &&
      !user.service &&
      permits(user, 'alert.handle') &&
      permits(user, typePermission('view', payment.type)),
  );
  return [...disputeReceivers(merchant, payment), ...mayAct.map(({ email }) => email)];
}

/**
 * Who is told of a request: of what waits everybody who may approve, but not who asked for it; of an emergency all of them, who may
 * be nobody; of the rest who asked, and of what is done only where the merchant wants that. Undefined: nothing is told.
 */
export function requestReceivers(
  news: News,
  initiator: Pick<Initiator, 'id' | 'email'> | undefined,
  {
    users,
    merchant,
  }: {
    readonly users: readonly Pick<User, 'id' | 'active' | 'superuser' | 'permissions' | 'email'>[];
    readonly merchant: Pick<Merchant, 'operationsApproval'> | undefined;
  },
): readonly string[] | undefined {
  if (isForCheckers(news)) {
    const may = users.filter((user) => user.active && permits(user, 'payment.approve'));
    const told = news === 'break-glass' ? may : may.filter(({ id }) => id !== initiator?.id);
    return told.map(({ email }) => email);
  }
  const wanted = news !== 'done' || merchant?.operationsApproval?.bccInitiator === true;
  return initiator && wanted ? [initiator.email] : undefined;
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
