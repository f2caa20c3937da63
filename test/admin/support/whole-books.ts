import { bookOf } from '../../../domain/ledger/buried.ts';
import { adjustmentEntry } from '../../../domain/ledger/wallet-book.ts';
import { entriesBetween } from '../../../domain/ledger/post.ts';
import { movementOf, type Movement } from '../../../domain/ledger/network-book.ts';
import type { NetworkBook } from '../../../admin/ledger/network-book.ts';
import { hearDispute } from '../../../domain/dispute/hear.ts';
import { foreignOperation } from '../../../domain/operation/foreign.ts';
import { hearOperation } from '../../../domain/operation/hear.ts';
import { takeIn } from '../../../domain/operation/settle.ts';
import type { Operation } from '../../../domain/operation/operation.ts';
import type { PromiseRequest } from '../../../domain/operation/promise.ts';
import type { ReferenceNumber } from '../../../domain/ids.ts';
import type { Routing } from '../../../domain/routing/decision.ts';
import { acknowledgeCash } from '../../../domain/transaction/cash.ts';
import { beginAttempt, pageOpened } from '../../../domain/transaction/attempt.ts';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { cancel } from '../../../domain/transaction/halt.ts';
import { tombstoneOf, withLateMoney } from '../../../domain/transaction/tombstone.ts';
import type { CardFacts } from '../../../domain/card/card.ts';
import type { ReportOutcome } from '../../../domain/transaction/network.ts';
import type {
  Attempt,
  PaymentMethod,
  Transaction,
} from '../../../domain/transaction/transaction.ts';
import { reservationKey, walletReceiptOf } from '../../../domain/wallet/part.ts';
import { refundKey, refundReport } from '../../../domain/wallet/refund.ts';
import { reservedPart, spentPart } from '../../../domain/wallet/spending.ts';
import { consequences } from '../../../domain/transaction/consequences.ts';
import type { Change } from '../../../domain/transaction/change.ts';
import { paymentPayload } from '../../../domain/webhook/payload.ts';
import type { Money } from '../../../domain/money.ts';
import type { Store } from '../../../store/index.ts';
import { anOperationRequest, promisedTo } from '../../domain/ledger/support/operations.ts';
import {
  aMethod,
  amountOf,
  anInvoice,
  aTransaction,
  CREATED_AT,
  codeOf,
  kwd,
  referenceOf,
  sessionOf,
  SHOP,
} from '../../support/builders.ts';

/** Everything here happens a second after the other. */
const CLOCK = { now: CREATED_AT };
const soon = () => (CLOCK.now += 1000);

const CARD_METHOD = aMethod({
  fee: kwd('2'),
  feeRule: { type: 'fixed', values: { KWD: '2' } },
});
const CASH = aMethod({ pgCode: codeOf('cash'), gateway: 'cash', offline: true, fee: kwd('0') });
const IN_DOLLARS: PaymentMethod = aMethod({
  pgCode: codeOf('dollars'),
  fee: amountOf('1.00', 'USD'),
  feeRule: { type: 'fixed', values: { USD: '1' } },
  exchange: { from: kwd('100'), rate: '3.25', to: amountOf('325.00', 'USD') },
});

const ROUTE: PaymentMethod = {
  ...CARD_METHOD,
  pgCode: codeOf('cards'),
  accounts: [CARD_METHOD],
};

const NAMED_PAGE = { gatewayReference: 'page-1' } as const;

/** A system in which everything has happened that can happen to money, all of its books, and the network's. */
export async function wholeBooks(store: Store): Promise<NetworkBook> {
  const moved: Movement[] = [];
  const life = (transaction: Transaction) => new Life(store, moved, transaction);

  const refunded = await life(sale('0a')).create();
  await refunded.paid();
  await refunded.operated('refund', '0a1', { amount: kwd('30'), trackingKey: 'a-key' });
  await refunded.operated('refund', '0a2', { amount: kwd('5'), destination: 'wallet' });
  await refunded.foreign('0a3', kwd('4'));
  await refunded.operated('refund', '0a5', { amount: kwd('7') });
  await refunded.undone('0a5');
  await refunded.awaiting('0a4', { amount: kwd('6') });

  const authorizing = { ...CARD_METHOD, kind: 'authorize' as const };
  const held = await life(sale('0b', { kind: 'authorize', methods: [authorizing] })).create();
  await held.paid();
  await held.operated('capture', '0b1', { amount: kwd('40') });
  await held.operated('refund', '0b2', { amount: kwd('10') });
  const voided = await life(sale('0c', { kind: 'authorize', methods: [authorizing] })).create();
  await voided.paid();
  await voided.operated('void', '0c1', {});

  const exchanging = sale('0d', { methods: [IN_DOLLARS], pgCodes: [IN_DOLLARS.pgCode] });
  await (await life(exchanging).create()).paid();

  const routed = sale('d8', { methods: [ROUTE], pgCodes: [ROUTE.pgCode] });
  await (await life(routed).create()).paid();

  const late = await life(sale('0e')).create();
  await late.opened('0e1');
  await late.heard({ result: 'failed' });
  await late.opened('0e2', { attempt: NAMED_PAGE });
  await late.heard('success');
  await late.heard('success', referenceOf('demo-0e1'));

  const canceled = await life(sale('0f')).create();
  await canceled.opened('0f1');
  await canceled.heard({ result: 'canceled' });
  await canceled.keep(
    cancel(canceled.transaction, { referenceNumber: referenceOf('demo-0f9'), now: soon() }),
  );

  await (await life(sale('a0', { methods: [CASH], pgCodes: [CASH.pgCode] })).create()).cash('a01');
  const taken = await life(sale('a1', { methods: [CASH], pgCodes: [CASH.pgCode] })).create();
  await taken.cash('a11');
  await taken.keep(
    cancel(taken.transaction, { referenceNumber: referenceOf('demo-a12'), now: soon() }),
  );

  await adjusted(store, 'sara', kwd('50'));
  await adjusted(store, 'layla', kwd('20'));
  const together = await life(sale('a2')).create();
  await together.withWallet('a21', kwd('30'));
  const released = await life(sale('a3')).create();
  await released.reserved('a31', kwd('3'));

  const asked = await life(sale('a4', { amountEditable: true })).create();
  await asked.opened('a41', { amount: kwd('60') });
  await asked.heard('success');
  await asked.awaiting('a42', { amount: kwd('2'), destination: 'wallet' });

  const disputed = await life(sale('d7')).create();
  await disputed.paid();
  await disputed.disputed(kwd('40'));

  await billed(store, life);
  await agreed(store, life);
  await removed(store, life, moved);

  return {
    of: async (references) =>
      moved.filter(({ paymentReference }) => references.includes(paymentReference)),
    async *pages() {
      yield moved;
    },
  };
}

function sale(name: string, given: Partial<Transaction> = {}): Transaction {
  return aTransaction({
    sessionId: sessionOf(name),
    amount: kwd('100'),
    methods: [CARD_METHOD],
    customer: { id: 'sara' },
    state: 'pending',
    ...given,
  });
}

/** A route leads to its first account. */
function ledTo({ pgCode: route, accounts = [] }: PaymentMethod, press: ReferenceNumber): Routing {
  const considered = accounts.map(({ pgCode }, at) => ({
    pgCode,
    verdict: at === 0 ? ('chosen' as const) : ('next' as const),
    why: 'Its place in the rule.',
  }));
  return { route, press, skipped: [], accounts: considered };
}

class Life {
  transaction: Transaction;
  readonly #store: Store;
  readonly #moved: Movement[];

  constructor(store: Store, moved: Movement[], transaction: Transaction) {
    this.#store = store;
    this.#moved = moved;
    this.transaction = transaction;
  }

  async create(): Promise<this> {
    await this.#store.transactions.insert(this.transaction);
    return this;
  }

  /** Keeps a change as `keepTransaction` does. */
  async keep(change: Change | undefined): Promise<void> {
    if (!change) throw new Error('Nothing has changed.');
    const before = this.transaction;
    const transaction = { ...change.transaction, version: before.version + 1 };
    this.transaction = transaction;
    const version = { ...change, transaction };
    const follows = consequences(before, version, CLOCK.now);
    await this.#store.versions.keep({ ...version, ...follows, events: [], notifications: [] });
    const { notice } = change;
    const { entries = [] } = follows;
    if (notice)
      await this.#store.webhookEvents.freeze({
        merchantId: SHOP,
        sessionId: transaction.sessionId,
        sequence: notice.sequence,
        url: 'https://shop.example.test/webhook',
        payload: paymentPayload(transaction, notice, { pgParamsFormat: 'flat' }),
        createdAt: notice.at,
      });
    for (const entry of entries) {
      const movement = movementOf(entry);
      if (movement)
        this.#moved.push({ ...movement, gatewayPayment: `pay-${entry.paymentReference}` });
    }
  }

  async opened(
    name: string,
    given: {
      readonly amount?: Money;
      readonly wallet?: Money;
      readonly attempt?: Partial<Attempt>;
    } = {},
  ): Promise<void> {
    const { amount, wallet, attempt = {} } = given;
    const referenceNumber = referenceOf(`demo-${name}`);
    const [method] = this.transaction.methods;
    if (!method) throw new Error('It has no method.');
    const began = beginAttempt(this.transaction, {
      pgCode: method.pgCode,
      referenceNumber,
      now: soon(),
      ...(method.accounts && { routed: ledTo(method, referenceNumber) }),
      ...(amount && { amount }),
      ...(wallet && { wallet: { amount: wallet, sessionId: sessionOf(`f${name}`) } }),
    });
    if (began.step !== 'new') throw new Error('No attempt was begun.');
    const page = {
      pageUrl: 'https://g.test',
      gatewayReference: `pay-${referenceNumber}`,
      now: CLOCK.now,
    };
    const open = pageOpened(began.transaction, referenceNumber, page);
    await this.keep({
      transaction: {
        ...open,
        attempts: open.attempts.map((one) =>
          one.referenceNumber === referenceNumber ? { ...one, ...attempt } : one,
        ),
      },
    });
  }

  async heard(
    outcome: ReportOutcome | 'success',
    referenceNumber = this.transaction.attempts.at(-1)?.referenceNumber,
    card?: CardFacts,
  ): Promise<void> {
    const attempt = this.transaction.attempts.find(
      (one) => one.referenceNumber === referenceNumber,
    );
    if (!attempt) throw new Error('It has no such attempt.');
    const { kind, total: charged } = attempt;
    const word = outcome === 'success' ? ({ result: 'success', kind, charged } as const) : outcome;
    const report = {
      referenceNumber: attempt.referenceNumber,
      outcome: word,
      // The payment has another name than the page on which it was made.
      ...(attempt.gatewayReference === NAMED_PAGE.gatewayReference && {
        ...NAMED_PAGE,
        gatewayPayment: `pay-${attempt.referenceNumber}`,
      }),
      ...(card && { card }),
    };
    await this.keep(conclude(this.transaction, report, soon()));
  }

  async paid(): Promise<void> {
    await this.opened(`${this.transaction.sessionId.slice(-2)}0`);
    await this.heard('success');
  }

  async cash(name: string): Promise<void> {
    const referenceNumber = referenceOf(`demo-${name}`);
    await this.keep(
      acknowledgeCash(this.transaction, { referenceNumber, requestId: 'r', now: soon() }),
    );
  }

  async operated(
    kind: PromiseRequest['kind'],
    name: string,
    given: Partial<PromiseRequest>,
  ): Promise<void> {
    const request = { ...anOperationRequest(kind, name), ...given, now: soon() };
    const { transaction, operation } = promisedTo(this.transaction, request);
    await this.keep({ transaction, operation });
    const { amount, paymentReference, referenceNumber } = operation;
    const told = { kind, paymentReference, referenceNumber, result: 'done', amount } as const;
    const report =
      operation.destination === 'wallet'
        ? refundReport(operation, await this.#credited(operation))
        : { ...told, gatewayReference: `op-${name}` };
    const done = hearOperation(operation, report, soon());
    if (!done) throw new Error('It was not heard.');
    await this.keep(takeIn(this.transaction, { ...done, version: 2 }, soon()));
  }

  #credited(operation: Operation) {
    const { merchantId, customerId = '', amount, sandbox, parentId, pgCode } = operation;
    return this.#store.wallets.move({
      holder: { merchantId, customerId, currency: amount.currency, sandbox },
      key: refundKey(operation),
      type: 'credit_refund',
      amount,
      origin: { sessionId: parentId, pgCode },
      now: CLOCK.now,
    });
  }

  /** Done at the gateway itself. */
  async foreign(name: string, amount: Money): Promise<void> {
    const [attempt] = this.transaction.attempts;
    if (!attempt) throw new Error('It has no attempt.');
    const { referenceNumber: paymentReference } = attempt;
    const names = { sessionId: sessionOf(name), referenceNumber: referenceOf(`demoTHERE-${name}`) };
    const gatewayReference = `op-${name}`;
    const report = {
      kind: 'refund',
      paymentReference,
      result: 'done',
      amount,
      gatewayReference,
    } as const;
    const operation = foreignOperation(this.transaction, report, { ...names, now: soon() });
    if (!operation) throw new Error('It is not of this payment.');
    await this.keep(takeIn(this.transaction, operation, soon()));
  }

  /** The gateway has undone what it had done. */
  async undone(name: string): Promise<void> {
    const { merchantId } = this.transaction;
    const known = await this.#store.operations.findBySession(merchantId, sessionOf(name));
    if (!known) throw new Error('There is no such operation.');
    const { kind, referenceNumber, paymentReference, gatewayReference = '' } = known;
    const report = {
      kind,
      referenceNumber,
      paymentReference,
      gatewayReference,
      result: 'reversed',
    } as const;
    const heard = hearOperation(known, report, soon());
    if (!heard) throw new Error('It is known.');
    const operation = { ...heard, version: known.version + 1 };
    await this.keep(takeIn(this.transaction, operation, soon()));
  }

  /** The payer's bank takes a part of it, and gives it back. */
  async disputed(amount: Money): Promise<void> {
    const [attempt] = this.transaction.attempts;
    if (!attempt) throw new Error('It has no attempt.');
    const word = {
      disputeId: 'du-1',
      paymentReference: attempt.referenceNumber,
      amount,
      reason: 'fraudulent',
      dueAt: CREATED_AT * 2,
    } as const;
    const taken = { name: 'txn-1', kind: 'taken', amount, at: soon() } as const;
    await this.keep(
      hearDispute(
        this.transaction,
        { ...word, state: 'open', saidAt: soon(), movements: [taken] },
        soon(),
      ),
    );
    const returned = {
      name: 'txn-2',
      kind: 'returned',
      amount,
      at: soon(),
    } as const;
    const won = {
      ...word,
      state: 'won',
      saidAt: soon(),
      movements: [taken, returned],
    } as const;
    await this.keep(hearDispute(this.transaction, won, soon()));
  }

  /** Asked for, and no second person has agreed yet. */
  async awaiting(name: string, given: Partial<PromiseRequest>): Promise<void> {
    const approval = { state: 'pending', needed: 1, votes: [], expiresAt: CREATED_AT * 2 } as const;
    const request = { ...anOperationRequest('refund', name, given), approval, now: soon() };
    await this.keep(promisedTo(this.transaction, request));
  }

  /** Sets money of the wallet aside for an attempt that nobody has ended. */
  async reserved(name: string, amount: Money): Promise<Attempt> {
    await this.opened(name, { wallet: amount });
    const attempt = this.transaction.attempts.at(-1);
    if (!attempt) throw new Error('It has no attempt.');
    const { merchantId, sessionId, customer } = this.transaction;
    const operation = await this.#store.wallets.move({
      holder: {
        merchantId,
        customerId: customer.id ?? '',
        currency: amount.currency,
        sandbox: false,
      },
      key: reservationKey(this.transaction, attempt),
      type: 'reserve',
      amount,
      origin: { sessionId, pgCode: attempt.pgCode },
      now: CLOCK.now,
    });
    const told = { step: 'reserved', receipt: walletReceiptOf(operation) } as const;
    await this.keep({ transaction: reservedPart(this.transaction, attempt.referenceNumber, told) });
    return attempt;
  }

  async withWallet(name: string, amount: Money): Promise<void> {
    const attempt = await this.reserved(name, amount);
    const { merchantId } = this.transaction;
    const key = reservationKey(this.transaction, attempt);
    const spent = await this.#store.wallets.conclude({ merchantId, key }, 'debit_payment', soon());
    const told = { step: 'spent', receipt: walletReceiptOf(spent) } as const;
    this.transaction = spentPart(this.transaction, attempt.referenceNumber, told);
    await this.heard('success');
  }
}

/** Put into a wallet by hand. */
async function adjusted(store: Store, customerId: string, amount: Money): Promise<void> {
  const { currency } = amount;
  const operation = await store.wallets.move({
    holder: { merchantId: SHOP, customerId, currency, sandbox: false },
    key: `adjustment:${customerId}`,
    type: 'credit_adjustment',
    amount,
    origin: { reason: 'A present', by: 'layla' },
    now: soon(),
  });
  const { id: operationId, createdAt } = operation;
  const type = 'credit_adjustment' as const;
  await store.ledger.post([
    adjustmentEntry({ merchantId: SHOP, operationId, type, amount, createdAt, sandbox: false }),
  ]);
}

/** An invoice of two pieces with everything that an invoice can have, paid. */
async function billed(store: Store, life: (transaction: Transaction) => Life): Promise<void> {
  const sessionId = sessionOf('a5');
  const invoice = anInvoice({
    sessionId,
    number: 'INV-A5',
    invoiceId: 5,
    items: [
      {
        id: 1,
        sku: 'PEARL-1',
        description: 'Pearl',
        quantity: '2',
        unitPrice: kwd('25'),
        discountPercentage: '10',
        taxRate: '5',
        quantityPrice: kwd('50'),
        discount: kwd('5'),
        totalExclTax: kwd('45'),
        taxAmount: kwd('2.250'),
        totalInclTax: kwd('47.250'),
      },
    ],
    subtotal: kwd('47.250'),
    discount: kwd('7.250'),
    totalExclTax: kwd('40'),
    taxRate: '10',
    taxAmount: kwd('4'),
    shippingExclTax: kwd('10'),
    shippingTaxRate: '5',
    shippingTax: kwd('0.500'),
    shippingInclTax: kwd('10.500'),
    totalInclTax: kwd('54.500'),
  });
  const given = { amount: invoice.totalInclTax, invoiceNumber: invoice.number };
  const bill = life(sale('a5', given));
  await store.invoices.insert({ invoice, transaction: bill.transaction });
  await bill.paid();
}

const CARD_KEPT: CardFacts = { token: 'tok_1', lastFour: '1881', expiry: { year: 2039, month: 3 } };

/** An agreement: paid by the customer first, and charged by the merchant once since. */
async function agreed(store: Store, life: (transaction: Transaction) => Life): Promise<void> {
  const terms = {
    id: 'A-1',
    type: 'recurring',
    maxAmountPerCycle: kwd('100'),
    totalCycles: 3,
    frequency: 'monthly',
    startDate: '2026-01-01',
    expiryDate: '2027-01-01',
    cycleIntervalDays: 30,
    amountVariability: 'fixed',
  } as const;
  const keeping = { cvvRequired: false, autoDebit: true };
  const methods = [{ ...CARD_METHOD, savesCards: keeping }];
  const byAgreement = { paymentType: 'auto_debit', agreement: terms, methods } as const;
  const first = await life(sale('b0', byAgreement)).create();
  await first.opened('b01', { attempt: { savesCard: keeping } });
  await first.heard('success', undefined, CARD_KEPT);
  const { merchantId } = first.transaction;
  const known = await store.agreements.findNamed({
    merchantId,
    customerId: 'sara',
    sandbox: false,
    id: 'A-1',
  });
  if (!known) throw new Error('The agreement was not bound.');
  const second = await life(sale('b1', byAgreement)).create();
  await store.agreements.reserve(known, sessionOf('b1'));
  const charges = {
    ...CARD_KEPT,
    ...keeping,
    by: 'merchant',
    agreements: ['A-1'],
    agreementUuid: known.uuid,
  } as const;
  await second.opened('b11', { attempt: { charges } });
  await second.heard('success');
}

/** Removed for good, with money that came before and money that came after. */
async function removed(
  store: Store,
  life: (transaction: Transaction) => Life,
  moved: Movement[],
): Promise<void> {
  await cameLate('c0');
  // The payment on its page has a name of its own.
  await cameLate('c3', 'late-c3');
  const stray = await life(
    sale('c2', { methods: [IN_DOLLARS], pgCodes: [IN_DOLLARS.pgCode] }),
  ).create();
  await stray.opened('c21', { attempt: NAMED_PAGE });
  await stray.keep(
    cancel(stray.transaction, { referenceNumber: referenceOf('demo-c29'), now: soon() }),
  );
  await stray.heard('success');
  await stray.foreign('c22', amountOf('10.00', 'USD'));
  await stray.disputed(amountOf('3.00', 'USD'));
  await store.tombstones.insert(tombstoneOf(stray.transaction, { now: soon() }));
  await store.transactions.remove(stray.transaction);
  const cash = await life(sale('c1', { methods: [CASH], pgCodes: [CASH.pgCode] })).create();
  await cash.cash('c11');
  await cash.keep(
    cancel(cash.transaction, { referenceNumber: referenceOf('demo-c12'), now: soon() }),
  );
  await store.tombstones.insert(tombstoneOf(cash.transaction, { now: soon() }));
  await store.transactions.remove(cash.transaction);

  async function cameLate(id: string, gatewayPayment?: string): Promise<void> {
    const one = await life(sale(id)).create();
    await one.opened(`${id}1`);
    await one.heard({ result: 'failed' });
    await one.keep(
      cancel(one.transaction, { referenceNumber: referenceOf(`demo-${id}9`), now: soon() }),
    );
    const before = one.transaction;
    const [attempt] = before.attempts;
    if (!attempt) throw new Error('It has no attempt.');
    const tombstone = tombstoneOf(before, { now: soon() });
    await store.tombstones.insert(tombstone);
    await store.transactions.remove(before);
    const { referenceNumber, total: charged } = attempt;
    const word = {
      referenceNumber,
      charged,
      at: soon(),
      ...(gatewayPayment !== undefined && { gatewayPayment }),
    };
    const entries = entriesBetween(
      bookOf(tombstone),
      bookOf(withLateMoney(tombstone, word)),
      word.at,
    );
    await store.ledger.post(entries);
    await store.tombstones.addLateMoney(tombstone, word);
    for (const entry of entries) {
      const movement = movementOf(entry);
      if (movement)
        moved.push({ ...movement, gatewayPayment: gatewayPayment ?? `pay-${referenceNumber}` });
    }
  }
}
