import type { Context } from 'koa';
import { inLanguage, links } from '../../domain/links.ts';
import { pgCode, type PgCode } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { askedOfPayer, missingOfPayer } from '../../domain/transaction/before-paying.ts';
import { offeredMethod, type Transaction } from '../../domain/transaction/transaction.ts';
import { toDecimal, type Money } from '../../domain/money.ts';
import { readAmount } from '../../domain/transaction/amount.ts';
import { refuseUnlessPayable } from '../../domain/transaction/payable.ts';
import { merchantOf } from '../access/caller.ts';
import { isPaused } from '../access/paused.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields, RequestError } from '../middleware/errors.ts';
import {
  isPayable,
  referenceFor,
  refuseUnusable,
  withMerchant,
  withUsableMethods,
  type PayersView,
} from '../payer.ts';
import { lookup } from '../payments/lookup.ts';
import { submit } from '../payments/submit.ts';
import type { SubmittedForm } from '../submission-id.ts';
import { words } from '../../render/locales/words.ts';
import { destinationInTime } from '../return-destination.ts';
import { callbackOf } from './callback.ts';
import { endOfPress, pressBy, type PressName } from './press.ts';
import type { OptionCheckBody, SubmitBody } from './schema.ts';
import { amountShown } from './shown-amount.ts';
import { withWalletOffer } from './wallet.ts';

/**
 * The transaction of a session, if it is of the key's merchant: one merchant's key opens nothing of another. Throws
 * `not_found`, also when it was archived.
 */
export async function payersTransaction(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: Context,
  session: string,
): Promise<Transaction> {
  const transaction = await lookup(store, merchantOf(ctx), { session_id: session });
  if (!transaction) throw new Refusal('not_found', 'There is no transaction with this session_id.');
  return transaction;
}

/**
 * Where the payer goes, or the error callback when the gateway could not be reached; that attempt is over and another may
 * follow. Where the same request has come before and its attempt is over, how that has ended.
 */
export async function submitForPayer(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  body: SubmitBody,
) {
  const { name, ended } = await pressBy(deps, ctx, transaction);
  if (ended) return ended;
  const form = await submittedForm(deps, transaction, name, body);
  try {
    const view = await readyView(deps, transaction, body);
    const url = await submit(deps, view, form, (submission) =>
      refuseUnusable(deps, view, submission),
    );
    return {
      status: 'success' as const,
      message: words(transaction.language).redirecting.gateway,
      redirect_url: url,
    };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'gateway_error') throw error;
    const now = await payersTransaction(deps, ctx, transaction.sessionId);
    const failed = endOfPress(deps, now, name.referenceNumber);
    if (!failed) throw error;
    return failed;
  }
}

/** What the payer has pressed Pay with. Throws what forbids it. */
export async function submittedForm(
  deps: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
  name: PressName,
  body: SubmitBody,
): Promise<SubmittedForm> {
  const { channel = 'web_sdk', customer_additional_phone: phone } = body;
  refuseUnlessPayable(transaction, Date.now());
  const code = offered(transaction, body.pg_code);
  const part = chosenAmount(transaction, body.amount);
  const { total, ...asked } = amountShown(transaction, {
    pgCode: code,
    shown: body.total,
    currency: body.currency_code,
    field: 'total',
    part,
  });
  const chosen = await withWalletOffer(deps, transaction, { ...body, code, amount: part });
  return {
    ...chosen,
    language: transaction.language,
    channel,
    ...(phone !== undefined && phone !== '' && { customerPhone2: phone }),
    ...asked,
    // Where the wallet pays all, no method is charged, and its fee neither.
    ...(total && chosen.pgCode === code && { total }),
    ...(body.save_card === true && { saveCard: true as const }),
    ...(body.replace_attempt === true && { replacesOpen: true as const }),
    ...name,
  };
}

/** The cancel callback. Nobody can pay the transaction any more; whether the merchant sends the payer back is waited for, for a moment. */
export async function cancelForPayer(deps: ApiDeps, transaction: Transaction) {
  refuseUnlessPayable(transaction, Date.now());
  const reference = await referenceFor(deps, await withMerchant(deps, transaction));
  const canceled = await deps.engine.cancel(transaction, reference);
  const { transaction: told } = await destinationInTime(deps, canceled, reference);
  const ended = callbackOf(told, deps.publicUrl);
  if (!ended) throw new TypeError('What is canceled has no attempt under way.');
  return ended;
}

/** Whether a method can be used at this moment: the payment is open, nothing is paused, and the account behind it takes this. */
export async function optionFor(
  deps: ApiDeps,
  transaction: Transaction,
  { pg_code }: OptionCheckBody,
) {
  const code = offered(transaction, pg_code);
  const view = await withMerchant(deps, transaction);
  const usable = await withUsableMethods(deps, view);
  return {
    is_available:
      isPayable(transaction) &&
      !isPaused(deps, view.merchant) &&
      usable.transaction.methods.some(({ pgCode }) => pgCode === code),
  };
}

/** Throws 423 while payments are paused: then nobody can begin to pay. */
export async function viewOf(deps: ApiDeps, transaction: Transaction): Promise<PayersView> {
  const view = await withMerchant(deps, transaction);
  if (isPaused(deps, view.merchant))
    throw new RequestError(423, 'locked', 'Payments are paused; try again later.');
  return view;
}

/** The same for what pays. Throws what the payer has to do first (contract/checkout#before-paying). */
export async function readyView(
  deps: ApiDeps,
  transaction: Transaction,
  { terms_accepted: acceptsTerms = false }: Pick<SubmitBody, 'terms_accepted'>,
): Promise<PayersView> {
  const view = await viewOf(deps, transaction);
  const missing = missingOfPayer(askedOfPayer(transaction, view.merchant), { acceptsTerms });
  if (missing === 'terms')
    throw new InvalidFields({
      terms_accepted: [
        'The payer has to accept the `terms` of this payment first: show them with a box, and send true once it is ticked.',
      ],
    });
  if (missing === 'delivery') {
    const url = inLanguage(
      links(deps.publicUrl).checkout(transaction.sessionId),
      transaction.language,
    );
    throw new Refusal(
      'invalid_state',
      `The payer has to say first where it shall be delivered, which only our own page can ask: lead them to ${url}.`,
    );
  }
  return view;
}

/** What the payer wants to pay; whether that is theirs to choose, the business says. A fault of the field when it is no part. */
export function chosenAmount(
  transaction: Transaction,
  given: string | undefined,
): Money | undefined {
  if (given === undefined) return undefined;
  const amount = readAmount(transaction, given);
  if (!('problem' in amount)) return amount;
  const { currency } = transaction.amount;
  const most = toDecimal(transaction.amount);
  throw new InvalidFields({
    amount: [`Ensure this is an amount of ${currency}, more than nothing and at most ${most}.`],
  });
}

function offered(transaction: Transaction, given: string): PgCode {
  const code = pgCode(given);
  if (code !== undefined && offeredMethod(transaction, code)) return code;
  const codes = transaction.methods.map(({ pgCode: one }) => one).join(', ');
  throw new InvalidFields({ pg_code: [`The transaction offers ${codes}, not this one.`] });
}
