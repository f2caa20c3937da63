import type { Context } from 'koa';
import { refuseUnlessChargeable } from '../../domain/agreement/charge.ts';
import { chargesBefore } from '../../domain/agreement/strict.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { cardInHand, isTooSoonExpired, refuseUntypedCode } from '../../domain/card/charge.ts';
import type { SavedCard } from '../../domain/card/card.ts';
import { cardMeant } from '../../domain/card/offered.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { Refusal, type RefusalCode } from '../../domain/refusal.ts';
import { accountFault } from '../../domain/transaction/account-fault.ts';
import { refuseUnlessPayable } from '../../domain/transaction/payable.ts';
import { attemptOf, type Attempt, type Transaction } from '../../domain/transaction/transaction.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import type { ApiDeps } from '../deps.ts';
import { isStaff } from '../access/caller.ts';
import { sendCommand, noteBegun } from '../middleware/pending-answer.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { pendingCharge } from './pending.ts';
import { withMerchant } from '../payer.ts';
import { referenceOfKey } from './reference-of-key.ts';

/** A charge that has paid, or one of which nobody knows the end yet. */
export interface Charged {
  readonly transaction: Transaction;
  readonly isKnown: boolean;
}

/**
 * Charges a saved card without its customer (contract/charges#saved-card, in the order written there). The same
 * Idempotency-Key never charges twice: its attempt is found again. Throws a Refusal: with the field `token` for a card
 * that the customer does not have here, with a code where it is not allowed, and when the card was declined.
 */
export async function chargeCard(
  deps: ApiDeps,
  ctx: Context,
  wanted: Pick<Command, 'transaction' | 'token' | 'allowed'>,
): Promise<Charged> {
  const { transaction } = wanted;
  const { merchant } = await withMerchant(deps, transaction);
  const own = await referenceOfKey(deps, ctx, { transaction, merchant });
  const referenceNumber = attemptOf(transaction, own)
    ? own
    : await submit(deps, ctx, { ...wanted, merchant, referenceNumber: own, now: Date.now() });
  return chargeOutcome(deps, transaction, referenceNumber);
}

/** With what a charge is made. */
export interface AllowedCharge {
  readonly card: SavedCard;
  readonly agreement: Agreement | undefined;
}

/**
 * Throws what `chargeCard` would throw before anything is begun, for a transaction that need not be kept yet; gives what
 * `chargeCard` needs of it right afterwards.
 */
export async function allowCharge(
  deps: ApiDeps,
  wanted: { readonly transaction: Transaction; readonly token: string },
): Promise<AllowedCharge> {
  const { merchant } = await withMerchant(deps, wanted.transaction);
  return allowedFor(deps, { ...wanted, merchant, now: Date.now() });
}

interface Wanted {
  readonly transaction: Transaction;
  readonly token: string;
  readonly merchant: Merchant;
  readonly now: number;
}

interface Command extends Wanted {
  /** The transaction was created for it when it was allowed, and has no run yet. */
  readonly allowed?: AllowedCharge;
  readonly referenceNumber: ReferenceNumber;
}

/** Has the workflow charge it; gives the attempt, which may be one that another request has begun with the same card. */
async function submit(deps: ApiDeps, ctx: Context, command: Command): Promise<ReferenceNumber> {
  const { transaction, token, merchant, referenceNumber, now, allowed } = command;
  refuseUnlessPayable(transaction, now);
  const { card, agreement } = allowed ?? (await allowedFor(deps, command));
  // What a person charges is news to the merchant's server, and so is what no agreement has announced.
  const untold =
    merchant.webhooks.mitWebhooks === false && agreement !== undefined && !isStaff(ctx);
  const submission = {
    pgCode: card.pgCode,
    referenceNumber,
    publicUrl: deps.publicUrl,
    language: transaction.language,
    channel: 'api',
    charge: {
      token,
      by: 'merchant',
      ...(agreement && { agreementId: agreement.terms.id, agreementUuid: agreement.uuid }),
      ...(untold && { untold }),
    },
  } as const;
  const pending = pendingCharge(transaction, referenceNumber);
  try {
    const { engine } = deps;
    const submitted = await sendCommand(ctx, pending, () =>
      engine.submit(transaction, submission, claimedSessionId(ctx), {
        isNew: allowed !== undefined,
      }),
    );
    return submitted.referenceNumber;
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    // What has begun stands in the attempt, whatever was answered; until that is read nobody knows.
    noteBegun(ctx, pending);
    if (!(await hasBegun(deps, command))) throw error;
    return referenceNumber;
  }
}

/** The card and the agreement by which it is charged; throws why it is not. */
async function allowedFor(deps: ApiDeps, wanted: Wanted): Promise<AllowedCharge> {
  const card = await cardOf(deps, wanted);
  const agreement = await agreementOf(deps, wanted, card);
  if (!agreement) refuseUntypedCode(card);
  return { card, agreement };
}

/** The card, and that its account can still charge this. */
async function cardOf({ store }: ApiDeps, { transaction, token, now }: Wanted): Promise<SavedCard> {
  const { merchantId, customer, methods, paymentType, type, amount } = transaction;
  const sandbox = methods[0]?.sandbox ?? false;
  const [cards, accounts] = await Promise.all([
    customer.id === undefined
      ? []
      : store.cards.list({ merchantId, customerId: customer.id, sandbox }),
    store.gatewayAccounts.list(merchantId),
  ]);
  const found = cardMeant(transaction, cards, token);
  const code = methods[0]?.pgCode;
  if (code === undefined) throw new TypeError('A transaction offers a method.');
  const atHand = { ...(found && { card: found }), isKept: true };
  const card = cardInHand(transaction, { pgCode: found?.pgCode ?? code, atHand, now });
  const account = accounts.find(({ code: one }) => one === card.pgCode);
  const fault = account
    ? accountFault(account, { type, paymentType, currencyCode: amount.currency })
    : `"${card.pgCode}" is not a payment method any more.`;
  if (fault !== undefined) throw new Refusal('account_inactive', fault);
  return card;
}

/** The agreement by which it is charged, where it is; a card that expires too soon is declined before anybody asks for one. */
async function agreementOf(
  { store, testClock }: ApiDeps,
  { transaction, merchant, now: ours }: Wanted,
  card: SavedCard,
): Promise<Agreement | undefined> {
  const { merchantId, sessionId, agreement: terms, amount } = transaction;
  if (!terms) return undefined;
  const { customerId, sandbox } = card;
  const agreement = await store.agreements.findNamed({
    merchantId,
    customerId,
    sandbox,
    id: terms.id,
  });
  if (isTooSoonExpired(transaction, card, ours)) return agreement;
  // Agreements live by the merchant's clock, which a test of its own may have moved.
  const now = ours + (testClock ? await store.clocks.ahead(merchantId) : 0);
  // Again when it is counted, for what comes between; here nothing has begun yet.
  const strictly =
    merchant.strictAgreements &&
    agreement &&
    chargesBefore(agreement, await store.transactions.byAgreement(agreement), now);
  const charge = { agreement, card, amount, now, sessionId, ...(strictly && { strictly }) };
  refuseUnlessChargeable(charge);
  return charge.agreement;
}

async function hasBegun(
  { store }: ApiDeps,
  { transaction, referenceNumber }: Command,
): Promise<boolean> {
  const now = await store.transactions.find(transaction);
  return now !== undefined && attemptOf(now, referenceNumber) !== undefined;
}

/** How a charge has ended, as it is kept. Throws `gateway_declined`, `gateway_unreached` or a code of its own where it has brought nothing. */
export async function chargeOutcome(
  { store }: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
): Promise<Charged> {
  const now = await store.transactions.find(transaction);
  const attempt = now && attemptOf(now, referenceNumber);
  if (!attempt) throw new Refusal('not_found', 'The transaction was removed meanwhile.');
  if (attempt.state === 'success') return { transaction: now, isKnown: true };
  if (attempt.state === 'pending') return { transaction: now, isKnown: false };
  throw declined(now, attempt);
}

/** Codes of ours with which an attempt can have ended before any gateway heard of it. */
const CODES: Readonly<Record<string, RefusalCode>> = {
  no_cit: 'no_cit',
  agreement_violation: 'agreement_violation',
  locked: 'locked',
};

/** To merchants a gateway that refuses us has declined the card, too (contract/charges#one-request); one that was not reached has not. */
function declined({ sessionId, state }: Transaction, attempt: Attempt): Refusal {
  const { message, decline, gatewayResponse, unopened } = attempt;
  const otherwise = unopened === 'unsent' ? 'gateway_unreached' : 'gateway_declined';
  const code = CODES[decline?.code ?? ''] ?? otherwise;
  const facts = {
    result: 'failed',
    session_id: sessionId,
    state,
    ...(gatewayResponse && { pg_response: gatewayResponse }),
  };
  return new Refusal(code, message ?? 'The card was declined.', undefined, facts);
}
