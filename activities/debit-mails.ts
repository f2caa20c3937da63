import { type CycleNews, cycleOf } from '../domain/agreement/autopay.ts';
import { costOfDebit } from '../domain/agreement/debit.ts';
import { isRunning, type Running } from '../domain/agreement/look.ts';
import type { Charge } from '../domain/exchange.ts';
import { isPositive } from '../domain/money.ts';
import type { DebitEvent, MessageRequest } from '../domain/notification/notification.ts';
import { isSameMoney } from '../domain/transaction/amount.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { Store } from '../store/index.ts';
import type { CustomerNews, TellCustomer } from './cycle-ports.ts';
import { mailAmount } from './mail-facts.ts';
import type { Notify } from './notifications.ts';

interface Stores {
  readonly agreements: Pick<Store['agreements'], 'find'>;
  readonly transactions: Pick<Store['transactions'], 'find'>;
  readonly gatewayAccounts: Pick<Store['gatewayAccounts'], 'list'>;
}

/** Tells a customer by mail, where an address is known. Safe to repeat: each word of a cycle is one message. */
export function tellCustomerByMail(
  { agreements, transactions, gatewayAccounts }: Stores,
  notify: Notify,
): TellCustomer {
  return async (news) => {
    const agreement = await agreements.find(news);
    if (!agreement || !isRunning(agreement)) return;
    const { merchantId, firstSessionId: sessionId } = agreement;
    const first = await transactions.find({ merchantId, sessionId });
    if (!first) return;
    const cost = costOfDebit(agreement, agreement.autopay.amount, {
      accounts: await gatewayAccounts.list(merchantId),
      traitsOf: (slug) => gatewayFor(slug).traits,
    });
    await notify(mailOfCycle(news, { agreement, first, cost, now: Date.now() }));
  };
}

const EVENTS: Readonly<Record<CycleNews, DebitEvent>> = {
  'week-ahead': 'debit-week-ahead',
  'day-ahead': 'debit-day-ahead',
  'try-failed': 'debit-failed',
  'card-refused': 'debit-card-needed',
  'card-needed': 'debit-card-needed',
  'given-up': 'debit-given-up',
};

interface CycleFacts {
  readonly agreement: Running;
  readonly first: Transaction;
  /** What the customer would be charged now: for cycles nothing else shows them a fee. */
  readonly cost: Charge;
  readonly now: number;
}

/** The mail about a cycle; none where the customer's first payment has named no address. */
function mailOfCycle(
  { news, period }: Pick<CustomerNews, 'news' | 'period'>,
  { agreement, first, cost, now }: CycleFacts,
): readonly MessageRequest[] {
  const { merchantId, uuid, terms, autopay, sandbox, firstSessionId } = agreement;
  const { customer, language } = first;
  if (customer.email === undefined) return [];
  const { told = [] } = cycleOf(autopay, period) ?? {};
  // A cycle may fail several times; what was told already counts them.
  const time = told.filter((known) => known === news).length + 1;
  const name = [customer.firstName, customer.lastName].filter((part) => part !== undefined);
  return [
    {
      key: `cycle/${uuid}/${period}/${news}/${time}`,
      merchantId,
      channel: 'email',
      event: EVENTS[news],
      language,
      sessionId: firstSessionId,
      to: [customer.email],
      facts: {
        amount: mailAmount(cost.total),
        ...(!isSameMoney(cost.total, autopay.amount) && { agreed: mailAmount(autopay.amount) }),
        ...(isPositive(cost.fee) && { fee: mailAmount(cost.fee) }),
        agreementId: terms.id,
        dueOn: period,
        isSandbox: sandbox,
        ...(name.length > 0 && { customerName: name.join(' ') }),
      },
      createdAt: now,
    },
  ];
}
