import type { Context } from 'koa';
import { DEVICE_WALLETS, type DeviceWallet } from '../../domain/device-wallet/device-wallet.ts';
import { payloadFaults } from '../../domain/device-wallet/payload.ts';
import { type FieldErrors, Refusal } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { walletService, wholeByWallet } from '../../domain/wallet/whole.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check, faultless } from '../middleware/validate.ts';
import { allowCharge, chargeCard, type AllowedCharge } from '../payments/charge.ts';
import { chargedAnswer, handedOverByServer } from '../payments/device-wallet.ts';
import { chargeHandedOver, keepHandedOver, type KeptHandedOver } from '../payments/handed-over.ts';
import { pendingCharge } from '../payments/pending.ts';
import { chargeBody, type ResultSigner, signerOf } from '../payments/result-body.ts';
import { payWholeByWallet } from '../payments/wallet.ts';
import { reply } from '../route.ts';
import { purseOf, walletServices } from '../wallet/offer.ts';
import { INSTRUMENT_PAYLOADS, type CreationBody, type InstrumentBody } from './schema.ts';

/** With what a new transaction is paid at once, as it was allowed before anything was made; left out where it was made before. */
type AllowedInstrument =
  | { readonly kind: 'card'; readonly token: string; readonly allowed?: AllowedCharge }
  | { readonly kind: 'device'; readonly wallet: DeviceWallet; readonly kept: KeptHandedOver }
  | { readonly kind: 'wallet' };

/** The same, with what signs the answer. */
export type Instrument = AllowedInstrument & { readonly signer: ResultSigner };

/** One request can charge one account only, by one payload of its kind (contract/charges#one-request). */
export function instrumentFaults(body: Partial<CreationBody>): FieldErrors {
  const { payment_instrument: instrument, pg_codes: codes } = body;
  if (instrument === undefined) return {};
  const payload = payloadFaultsOf(instrument);
  return {
    ...(codes?.length !== 1 && {
      pg_codes: ['Send exactly one code together with payment_instrument.'],
    }),
    ...(Object.keys(payload).length > 0 && { payment_instrument: { payload } }),
  };
}

function payloadFaultsOf({ instrument_type: kind, payload }: InstrumentBody): FieldErrors {
  const wallet = deviceWalletNamed(kind);
  if (wallet) return payloadFaults(wallet, payload);
  const { wallet: ofWallet, token } = INSTRUMENT_PAYLOADS;
  return (kind === 'wallet' ? check(ofWallet, payload) : check(token, payload)).faults;
}

function deviceWalletNamed(kind: string): DeviceWallet | undefined {
  return DEVICE_WALLETS.find((one) => one === kind);
}

/**
 * Throws what is wrong with the card, its agreement or the wallet before anything is made: `InvalidFields`, or a refusal in the form
 * of charges (contract/requests#errors). Gives what `chargeAtOnce` needs of it.
 */
export async function allowInstrument(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  instrument: InstrumentBody,
): Promise<Instrument> {
  const signer = await signerOf(deps.store, transaction.merchantId);
  try {
    return { ...(await allowed(deps, ctx, transaction, instrument)), signer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The account is the one that `pg_codes` names.
    const { pg_code: account, ...fields } = error.fields ?? {};
    if (account) throw new InvalidFields({ pg_codes: account });
    if (error.fields) throw new InvalidFields({ payment_instrument: { payload: fields } });
    throw new Refusal(error.code, error.message, undefined, { ...error.facts, result: 'failed' });
  }
}

/** The same for a transaction that is kept already: whether a card or a wallet is allowed is asked where nothing was begun with it. */
export async function knownInstrument(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  instrument: InstrumentBody,
): Promise<Instrument> {
  const { instrument_type: kind, payload } = instrument;
  if (deviceWalletNamed(kind)) return allowInstrument(deps, ctx, transaction, instrument);
  const signer = await signerOf(deps.store, transaction.merchantId);
  if (kind === 'wallet') return { kind, signer };
  return { kind: 'card', signer, ...faultless(check(INSTRUMENT_PAYLOADS.token, payload)) };
}

async function allowed(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  { instrument_type: kind, payload }: InstrumentBody,
): Promise<AllowedInstrument> {
  const wallet = deviceWalletNamed(kind);
  if (wallet) {
    const handedOver = handedOverByServer(ctx, wallet, payload);
    return { kind: 'device', wallet, kept: await keepHandedOver(deps, transaction, handedOver) };
  }
  if (kind === 'wallet') {
    const { store } = deps;
    walletService(await walletServices(store, transaction));
    wholeByWallet(transaction, await purseOf(store, transaction), Date.now());
    return { kind };
  }
  const { token } = faultless(check(INSTRUMENT_PAYLOADS.token, payload));
  return { kind: 'card', token, allowed: await allowCharge(deps, { transaction, token }) };
}

/**
 * Pays a new transaction at once; the answer is how the payment stands in place of where to pay it (contract/charges#one-request),
 * 202 while the gateway has not answered, and 200 where the payer's bank asks them first.
 */
export async function chargeAtOnce(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  { signer, ...instrument }: Instrument,
) {
  if (instrument.kind === 'device') {
    const { wallet, kept } = instrument;
    const pending = pendingCharge(transaction, kept.submission.referenceNumber);
    const submitted = await chargeHandedOver(deps, ctx, {
      transaction,
      kept,
      pending,
      isNew: true,
    });
    return chargedAnswer(deps, { transaction, submitted, wallet, signer, status: 201 });
  }
  if (instrument.kind === 'wallet') {
    const paid = await payWholeByWallet(deps, ctx, transaction);
    return reply(201, chargeBody(paid, signer));
  }
  const charged = await chargeCard(deps, ctx, { transaction, ...instrument });
  const body = chargeBody(charged.transaction, signer);
  return reply(charged.isKnown ? 201 : 202, body);
}
