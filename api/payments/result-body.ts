import { type JsonObject, sortKeys } from '../../domain/json.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Notice } from '../../domain/transaction/change.ts';
import { paymentPayload } from '../../domain/webhook/payload.ts';
import { standing } from '../../domain/webhook/standing.ts';
import type { Store } from '../../store/index.ts';
import { signatureOf } from '../../transports/signature.ts';

type Stores = Pick<Store, 'merchants'>;

/**
 * How a payment stands, as inquiries and charges answer it (contract/charges#payment-result): what the webhook would
 * say of the same moment, made and signed by the same rules, so that the two cannot drift apart. Throws when nobody has
 * tried to pay.
 */
export function resultBody(transaction: Transaction, signer: ResultSigner) {
  const now = standing(transaction, Date.now());
  if (!now) throw new TypeError('Only a transaction that somebody tried to pay has a result.');
  return noticeBody(transaction, { ...now, sequence: transaction.sequence }, signer);
}

/**
 * The same for who has had a payment charged by the API: with what the gateway said as `pg_response`, too, as published
 * clients read it (contract/charges#payment-result). It is not signed.
 */
export function chargeBody(transaction: Transaction, signer: ResultSigner) {
  const body = resultBody(transaction, signer);
  return sortKeys({ ...body, pg_response: body.gateway_response ?? {} });
}

/** The body of one notice, as the webhook carries it. */
export function noticeBody(transaction: Transaction, notice: Notice, signer: ResultSigner) {
  return signed(paymentPayload(transaction, notice, signer.settings), signer);
}

/** A body as merchants get it: with its signature, its keys in order. */
export function signed<P extends JsonObject>(payload: P, { settings, key }: ResultSigner) {
  const signature = signatureOf(payload, { key, scheme: settings.scheme });
  return sortKeys({ ...payload, signature });
}

/** Whose settings shape a body, and the key that signs it. */
export type ResultSigner = Awaited<ReturnType<typeof signerOf>>;

/**
 * How a merchant wants to be told, and the key that signs for it. Who moves money asks for it first: where the key
 * cannot be opened (`UnopenableError`) nothing is begun that nobody could be told of.
 */
export async function signerOf({ merchants }: Stores, id: MerchantId) {
  const [merchant, key] = await Promise.all([merchants.find(id), merchants.webhookKey(id)]);
  if (!merchant || key === undefined) throw new Error(`The merchant ${id} has no settings.`);
  return { settings: merchant.webhooks, key };
}
