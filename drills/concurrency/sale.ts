import { setTimeout as wait } from 'node:timers/promises';
import { PAYS } from '../chaos/scenario.ts';
import { createSale, playPayer, type PayerCard } from '../chaos/payer.ts';
import type { DrillPatience } from '../chaos/patience.ts';
import type { DrillEnvironment } from '../chaos/environment.ts';
import { sessionId, type SessionId } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { ACCOUNTS, type How } from './environment.ts';

export interface ConcurrencySale {
  readonly about: string;
  readonly session: SessionId;
  readonly fils: number;
  readonly how: How;
}

/** What is sold, to a customer who pays with this card; by an account like those of the proofs, or by another one. */
export interface SaleRequest extends Omit<ConcurrencySale, 'session'>, PayerCard {
  readonly account?: string;
  /** Further fields of what creates it. */
  readonly terms?: object;
}

const LOOK_EVERY_MS = 250;

/** A new sale that nobody has paid. Throws when the API does not make it. */
export async function sell(
  environment: DrillEnvironment,
  patience: DrillPatience,
  { about, fils, how, account = ACCOUNTS[how], terms = {} }: SaleRequest,
): Promise<ConcurrencySale> {
  const id = await createSale(environment, patience, {
    orderNo: about,
    fils,
    conduct: PAYS,
    methods: [account, account],
    terms,
  });
  const session = sessionId(id ?? '');
  if (!session) throw new Error(`${about} was not made: ${JSON.stringify(patience.complaints)}`);
  return { about, session, fils, how };
}

/** A sale whose payer has paid, and we know it. Throws when that does not come to be. */
export async function sellAndPay(
  environment: DrillEnvironment,
  patience: DrillPatience,
  request: SaleRequest,
): Promise<ConcurrencySale> {
  const sale = await sell(environment, patience, request);
  const { account = ACCOUNTS[request.how], card } = request;
  await playPayer(environment, patience, {
    orderNo: sale.about,
    conduct: PAYS,
    session: sale.session,
    methods: [account, account],
    card,
  });
  const state = request.how === 'capture' ? 'paid' : 'authorized';
  while ((await documentOf(environment, sale)).state !== state) {
    if (patience.isOver()) throw new Error(`${sale.about} was paid and is not ${state}.`);
    await wait(LOOK_EVERY_MS);
  }
  return sale;
}

/** What the database has of it. */
export async function documentOf(
  { store, merchant }: DrillEnvironment,
  { session, about }: ConcurrencySale,
): Promise<Transaction> {
  const found = await store.transactions.find({ merchantId: merchant, sessionId: session });
  if (!found) throw new Error(`${about} is not in the database.`);
  return found;
}
