import type { Context } from 'koa';
import { type FieldErrors, Refusal } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { allowCharge, chargeCard, type AllowedCharge } from '../payments/charge.ts';
import { chargeBody } from '../payments/result-body.ts';
import { reply } from '../route.ts';
import type { CreationBody, InstrumentBody } from './schema.ts';

/** With what a new transaction is charged at once, as it was allowed before anything was made. */
export type Instrument = InstrumentBody & { readonly allowed: AllowedCharge };

/** One request can charge one account only (contract/charges#one-request). */
export function instrumentFaults(body: Partial<CreationBody>): FieldErrors {
  if (body.payment_instrument === undefined || body.pg_codes?.length === 1) return {};
  return { pg_codes: ['Send exactly one code together with payment_instrument.'] };
}

/**
 * Throws what is wrong with the card or its agreement before anything is made: `InvalidFields`, or a refusal in the form of
 * charges (contract/requests#errors). Gives what `chargeAtOnce` needs of it.
 */
export async function allowInstrument(
  deps: ApiDeps,
  transaction: Transaction,
  { payload: { token } }: InstrumentBody,
): Promise<AllowedCharge> {
  try {
    return await allowCharge(deps, { transaction, token });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.fields) throw new InvalidFields({ payment_instrument: { payload: error.fields } });
    throw new Refusal(error.code, error.message, undefined, { ...error.facts, result: 'failed' });
  }
}

/**
 * Charges a new transaction at once; the answer is how the payment stands in place of where to pay it
 * (contract/charges#one-request), 202 while the gateway has not answered.
 */
export async function chargeAtOnce(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  { payload: { token }, allowed }: Instrument,
) {
  const charged = await chargeCard(deps, ctx, { transaction, token, allowed });
  const body = await chargeBody(deps.store, charged.transaction);
  return reply(charged.isKnown ? 201 : 202, body);
}
