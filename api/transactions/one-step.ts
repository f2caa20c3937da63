import type { Context } from 'koa';
import { Refusal, type FieldErrors } from '../../domain/refusal.ts';
import { cardToCharge } from '../../domain/card/charge.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { cardOf } from '../cards/payers.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { chargeForServer } from '../payments/charge.ts';
import { resultBody } from '../payments/result-body.ts';
import type { CreationBody, InstrumentBody } from './schema.ts';

/** One request can charge one account only (contract/api.md 1.3, row 8). */
export function instrumentFaults(body: Partial<CreationBody>): FieldErrors {
  if (body.payment_instrument === undefined || body.pg_codes?.length === 1) return {};
  return { pg_codes: ['Send exactly one code together with payment_instrument.'] };
}

/** Throws what is wrong with the card before anything is made: `InvalidFields`, `card_expired` or `cvv_required`. */
export async function refuseInstrument(
  deps: ApiDeps,
  transaction: Transaction,
  { payload: { token } }: InstrumentBody,
): Promise<void> {
  const card = (await cardOf(deps, transaction, token))?.card;
  const [pgCode] = transaction.pgCodes;
  if (pgCode === undefined) throw new TypeError('A transaction has a code.');
  const wish = { token, by: 'merchant' } as const;
  const atHand = { ...(card && { card }), isKept: true };
  try {
    cardToCharge(transaction, { pgCode, wish, atHand, now: Date.now() });
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    throw new InvalidFields({ payment_instrument: { payload: error.fields } });
  }
}

/**
 * Charges a new transaction at once; the answer is how the payment stands in place of where to pay it (contract/api.md
 * 1.9), 202 while the gateway has not answered.
 */
export async function chargeAtOnce(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  { payload: { token } }: InstrumentBody,
): Promise<void> {
  const charged = await chargeForServer(deps, ctx, { transaction, token });
  ctx.body = await resultBody(deps.store, charged);
  ctx.status = charged.attempts.at(-1)?.state === 'pending' ? 202 : 201;
}
