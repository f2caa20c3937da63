import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { typePermission } from '../../domain/permission.ts';
import { merchantOf, refuseUnless } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { reply } from '../route.ts';
import { chargeCard } from './charge.ts';
import { lookup } from './lookup.ts';
import { chargeBody, signerOf } from './result-body.ts';
import type { AutoDebitBody } from './schema.ts';

/** The merchant charges a saved card of a customer who is not there (contract/charges#saved-card). */
export async function autoDebit(deps: ApiDeps, ctx: Context, body: AutoDebitBody) {
  const signer = await signerOf(deps.store, merchantOf(ctx));
  const { transaction, isKnown } = await charged(deps, ctx, body);
  return reply(isKnown ? 200 : 202, chargeBody(transaction, signer));
}

async function charged(deps: ApiDeps, ctx: Context, { session_id, token }: AutoDebitBody) {
  const transaction = await lookup(deps.store, merchantOf(ctx), { session_id });
  if (!transaction)
    throw new InvalidFields({ session_id: ['There is no transaction with this session_id.'] });
  // Who may not make such a payment may not have it charged.
  refuseUnless(ctx, typePermission('add', transaction.type));
  if (transaction.paymentType === 'save_card')
    throw new Refusal('invalid_state', 'The transaction saves a card; it charges none.');
  return chargeCard(deps, ctx, { transaction, token });
}
