import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { referenceNumber, sessionId, type MerchantId, type SessionId } from '../../domain/ids.ts';
import { money, type Money } from '../../domain/money.ts';
import type { Alert, Attempt, Transaction } from '../../domain/transaction/transaction.ts';
import type { BenchEnvironment } from '../environment.ts';
import { paymentSteps } from '../payment.ts';
import type { SearchTokens } from '../../store/search-tokens.ts';
import { given, searchFields, type Kept } from '../../store/transactions.ts';

const BATCH = 2000;
/** So far apart are two payments that came one after the other. */
export const APART_MS = 60_000;
const PEOPLE = 50_000;
const FIRST_NAMES = ['Sara', 'Noura', 'Ali', 'Huda', 'Yusuf', 'Mariam', 'نورة', 'خالد'];
const LAST_NAMES = ['Hasan', 'Salem', 'Rashid', 'Mutairi', 'Ajmi', 'العلي', 'الصباح'];
const BRANDS = ['VISA', 'MASTERCARD', 'MADA', 'AMEX'];
/** Of a hundred payments. Whoever of them waits has waited for long. */
const STATES: readonly (readonly [Transaction['state'], number])[] = [
  ['paid', 72],
  ['failed', 10],
  ['expired', 10],
  ['canceled', 5],
  ['authorized', 2],
  ['pending', 1],
];

/** One of so many payments has an alert. */
const ALERTED = 1000;

/**
 * Takes the indexes of payments away while something fills them, and makes them anew: indexes that are made at once take a small part of
 * the time of ones that grow by so many keys in no order. Longer than the store waits for anything.
 */
export async function withoutIndexes(
  database: Connection,
  fill: () => Promise<void>,
): Promise<void> {
  const transactions = database.collection('transactions');
  const indexes = (await transactions.indexes()).filter(({ name }) => name !== '_id_');
  await transactions.dropIndexes();
  await fill();
  const began = performance.now();
  await database.db?.command({ createIndexes: 'transactions', indexes });
  console.log(`  the indexes took ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/**
 * Stores payments of a merchant, as the store itself writes them, each a copy of one that was made: with ids, a person, a card, an amount
 * and a state of its own. The first is the newest.
 */
export async function fillPayments(
  database: Connection,
  { merchantId, count, model, tokens }: Filling,
): Promise<void> {
  const transactions = database.collection('transactions');
  const newest = Date.now();
  for (let done = 0; done < count; done += BATCH) {
    const many = Math.min(BATCH, count - done);
    const kept = Array.from({ length: many }, (_one, index) => {
      const nth = done + index;
      const transaction = varied({ ...model, merchantId }, { nth, at: newest - nth * APART_MS });
      return { ...transaction, ...searchFields(transaction, tokens) };
    });
    await transactions.insertMany(kept, { ordered: false, writeConcern: { w: 1, journal: false } });
    if ((done + many) % 100_000 === 0) console.log(`  ${done + many} of ${count} stored`);
  }
}

export interface Filling {
  readonly merchantId: MerchantId;
  readonly count: number;
  readonly model: Transaction;
  readonly tokens: SearchTokens;
}

/** A payment that was made and paid, as what copies are made of. */
export async function madePayment(
  { run }: BenchEnvironment,
  database: Connection,
): Promise<Transaction> {
  const { create, view, pay, settle } = paymentSteps(run);
  const session = await create();
  await view(session);
  await settle(await pay(session));
  return modelOf(database, session);
}

/** The payment of a session, as what copies are made of. */
export async function modelOf(database: Connection, sessionId: string): Promise<Transaction> {
  const found = await database
    .collection('transactions')
    .findOne({ sessionId }, { projection: { _id: 0 } });
  if (!found) throw new Error('The payment that was made is not in the database.');
  return given(found as unknown as Kept);
}

function varied(
  model: Transaction,
  { nth, at }: { readonly nth: number; readonly at: number },
): Transaction {
  const { attempts, settledAmount, paidAmount, notice: _notice, ...rest } = model;
  const amount = money(1000 + ((nth * 7919) % 90_000), model.amount.currency);
  const state = stateOf(nth);
  const hasMoney = state === 'paid' || state === 'authorized';
  const session = sessionId(randomBytes(20).toString('hex'));
  if (!session) throw new Error('40 hex digits are a session id.');
  const tried = attempts.map((one) => attemptOf(one, { nth, at, amount, state, session }));
  const [last] = tried;
  const alert = last && alertOf(last, nth);
  return {
    ...rest,
    sessionId: session,
    state,
    amount,
    orderNo: `SHOP-${String(nth).padStart(7, '0')}`,
    type: nth % 3 === 0 ? 'payment_request' : 'e_commerce',
    customer: personOf(nth),
    createdAt: at,
    expiresAt: at + 24 * 3_600_000,
    attempts: tried,
    alerts: alert ? [alert] : [],
    ...(hasMoney && settledAmount && { settledAmount: amount }),
    ...(state === 'paid' && paidAmount && { paidAmount: amount }),
  };
}

function attemptOf(
  attempt: Attempt,
  {
    nth,
    at,
    amount,
    state,
    session,
  }: {
    readonly nth: number;
    readonly at: number;
    readonly amount: Money;
    readonly state: Transaction['state'];
    readonly session: SessionId;
  },
): Attempt {
  const { concludedAt: _concludedAt, pgParams, ...rest } = attempt;
  const hasMoney = state === 'paid' || state === 'authorized';
  const isOpen = state === 'pending';
  const reference = referenceNumber(session.slice(0, 20).toUpperCase());
  if (!reference) throw new Error('20 hex digits are a reference.');
  return {
    ...rest,
    referenceNumber: reference,
    state: hasMoney ? 'success' : isOpen ? 'pending' : 'failed',
    total: amount,
    createdAt: at + 20_000,
    gatewayReference: `gw-${session.slice(20)}`,
    gatewayPayment: `pay-${session.slice(20)}`,
    pgParams: {
      ...pgParams,
      card_type: BRANDS[nth % BRANDS.length],
      card_number: `411111******${String((nth * 37) % 10_000).padStart(4, '0')}`,
    },
    ...(!isOpen && { concludedAt: at + 40_000 }),
    ...(!isOpen && !hasMoney && { message: 'The issuer has declined.' }),
  };
}

function alertOf({ referenceNumber }: Attempt, nth: number): Alert | undefined {
  return nth % ALERTED === 0
    ? {
        kind: nth % (2 * ALERTED) === 0 ? 'second-success' : 'late-money',
        at: Date.now() - nth,
        referenceNumber,
        detail: 'It was paid a second time.',
      }
    : undefined;
}

/** The same person comes again, but not soon. */
export function personOf(nth: number): Transaction['customer'] {
  const person = (nth * 31) % PEOPLE;
  return {
    id: `C-${person}`,
    firstName: FIRST_NAMES[person % FIRST_NAMES.length] ?? '',
    lastName: `${LAST_NAMES[person % LAST_NAMES.length]} ${String.fromCodePoint(97 + (person % 26))}${person.toString(36)}`,
    email: `person${person}@example.test`,
    phone: `+9655${String(person).padStart(7, '0')}`,
  };
}

function stateOf(nth: number): Transaction['state'] {
  let left = (nth * 13) % 100;
  for (const [state, share] of STATES) {
    if (left < share) return state;
    left -= share;
  }
  return 'paid';
}
