import {
  cardToCharge,
  isSameCharge,
  type CardAtHand,
  type CardChargeRequest,
} from '../card/charge.ts';
import { keepingFor } from '../card/saving.ts';
import type { CardKeeping, ChargedCard } from '../card/card.ts';
import { chargeOf } from '../exchange.ts';
import { notByRoute } from '../device-wallet/account.ts';
import type { DeviceWallet } from '../device-wallet/device-wallet.ts';
import type { PgCode, ReferenceNumber } from '../ids.ts';
import { isPositive, subtract, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { attemptUnderWay, refuseWhileUnclear } from './alert.ts';
import { amountToPay, askedOf, isSameMoney } from './amount.ts';
import { chosenIn, whyNobody, type Routing } from '../routing/decision.ts';
import { refuseWallet, type WalletRequest } from '../wallet/request.ts';
import { isCovered, isOpenPart, isSamePart } from '../wallet/part.ts';
import { attemptRequest, type AskedFrom } from './attempt-request.ts';
import { methodAt, methodBesideWallet, refuseOtherTotal, restFault, totalOf } from './method.ts';
import { alertOtherPayment, namesOtherPayment } from './gateway-reference.ts';
import { move } from './move.ts';
import type { NetworkPage } from './network.ts';
import { refuseUnlessPayable, refuseWhileProcessing } from './payable.ts';
import {
  attemptOf,
  chosenCode,
  isRoute,
  methodOf,
  offeredMethod,
  type Attempt,
  type PaymentChannel,
  type PaymentMethod,
  type Transaction,
} from './transaction.ts';
import type { Customer } from '../customer.ts';

/** Where the payer pressed Pay is left out where no network is asked. */
export interface BeginCommand extends Partial<AskedFrom> {
  readonly pgCode: PgCode;
  /** Minted by the caller; it becomes the attempt's id when a new attempt is made. */
  readonly referenceNumber: ReferenceNumber;
  readonly channel?: PaymentChannel;
  /** A further number at which the payer can be reached; it becomes the transaction's, and empty takes that away. */
  readonly customerPhone2?: string;
  readonly now: number;
  /** What the payer wants to pay, where that is theirs to choose; else the whole amount. */
  readonly amount?: Money;
  /** What the payer was shown to pay with this method, its fee included; left out: nobody was shown one. */
  readonly total?: Money;
  /** What the wallet of the customer pays of it. */
  readonly wallet?: WalletRequest;
  /** The payer agrees that the card is kept. */
  readonly saveCard?: boolean;
  /** It is paid with a saved card, which was looked up for it. */
  readonly charge?: CardChargeRequest;
  readonly atHand?: CardAtHand;
  /** Where the method is a route: to which account it leads. */
  readonly routed?: Routing;
  /** The network's one-time word for the card that was typed in its frame. */
  readonly cardReference?: string;
  /** It is paid with a wallet of the payer's device. */
  readonly deviceWallet?: DeviceWallet;
}

/**
 * What a payer's choice of a method leads to (contract/attempts#second-attempt): the attempt that the same choice has
 * made before, or that is already under way with this method, an older attempt of another method, amount or choice
 * about the card that must be asked about first, or a new attempt.
 */
export type AttemptStep =
  | { readonly step: 'same'; readonly attempt: Attempt }
  | { readonly step: 'ask-first'; readonly attempt: Attempt }
  | {
      readonly step: 'new';
      readonly transaction: Transaction;
      readonly attempt: Attempt;
    };

/**
 * Throws `expired`, `invalid_state`, `locked`, `method_not_offered`, or `validation_error` for the chosen amount, for
 * another total than the payer was shown or a card that cannot be saved; and for a saved card what `cardToCharge` throws.
 */
export function beginAttempt(transaction: Transaction, command: BeginCommand): AttemptStep {
  // The answer to it may have been lost, and it may have paid since.
  const made = lastOfPress(transaction, command.referenceNumber);
  if (made) return { step: 'same', attempt: made };
  refuseUnlessPayable(transaction, command.now);
  refuseWhileUnclear(transaction);
  const method = chosenMethod(transaction, command);
  const amount = amountToPay(transaction, command.amount);
  refuseOtherTotal(totalOf(transaction, method, amount), command.total);
  const pending = attemptUnderWay(transaction);
  // Where other money has gone back, its attempt may still be pending.
  if (!pending)
    return { step: 'new', ...withNewAttempt(withoutPending(transaction, command.now), command) };
  // No gateway takes part in it, so there is nobody to ask: it is decided in a moment.
  if (isCovered(pending)) return { step: 'same', attempt: pending };
  const keepsSame =
    (pending.savesCard === undefined) === (keepingOf(transaction, command) === undefined);
  if (
    chosenCode(pending) === command.pgCode &&
    // It may be another card than was typed before.
    command.cardReference === undefined &&
    isSameCharge(pending.charges, command.charge) &&
    pending.deviceWallet === command.deviceWallet &&
    isSameMoney(askedOf(pending), amount) &&
    keepsSame &&
    isSamePart(pending.wallet?.amount, command.wallet?.amount) &&
    // What the wallet held for it may be free again, and spent elsewhere.
    (!pending.wallet || isOpenPart(pending)) &&
    // Its page may be closed.
    !pending.givesWay
  )
    return { step: 'same', attempt: pending };
  return { step: 'ask-first', attempt: pending };
}

/**
 * The payer chose another method or another amount and the network had not decided the older attempt: it gives way to the
 * new one. `isClosed`: its network has closed its page, so that it has ended there too. Throws as `refuseReplacing` does.
 */
export function replaceAttempt(
  transaction: Transaction,
  command: BeginCommand,
  isClosed = false,
): { readonly transaction: Transaction; readonly attempt: Attempt } {
  refuseReplacing(transaction, command.now);
  return withNewAttempt(withoutPending(transaction, command.now, isClosed), command);
}

/** Throws where the older attempt may have been paid, or the transaction cannot be paid any more. */
function refuseReplacing(transaction: Transaction, now: number): void {
  refuseUnlessPayable(transaction, now);
  refuseWhileUnclear(transaction);
  refuseWhileProcessing(transaction);
}

/** The pending attempt is given up, although its network has not said how it ended there, unless it `isClosed`. */
export function withoutPending(
  transaction: Transaction,
  now: number,
  isClosed = false,
): Transaction {
  const attempts = transaction.attempts.map((attempt) =>
    attempt.state === 'pending'
      ? ({
          ...attempt,
          state: 'canceled',
          ...(!isClosed && { unanswered: true as const }),
          concludedAt: now,
        } as const)
      : attempt,
  );
  return { ...transaction, attempts };
}

/** The network was to close the page of a pending attempt for another one, and gave no answer, or that one has not begun. */
export function givingWay(transaction: Transaction, referenceNumber: ReferenceNumber): Transaction {
  return changeAttempt(transaction, referenceNumber, (attempt) =>
    attempt.state === 'pending' ? { ...attempt, givesWay: true } : attempt,
  );
}

/**
 * The page of the older attempt is still open and its network cannot close it, or does not say: who could pay on both is
 * told, and may say that they want to go on all the same (contract/attempts#second-attempt).
 */
export function stillOpen({ pgCode }: Pick<Attempt, 'pgCode'>): Refusal {
  return new Refusal(
    'page_open',
    `The payment page of ${pgCode} is still open and could not be closed. If nothing was paid there, go on with replace_attempt.`,
  );
}

/**
 * A pending attempt with a method, as it is before anything was asked; for the whole amount unless another is given. What a
 * wallet pays is not asked of the gateway; where it pays all, no gateway takes part.
 */
export function attemptWith(
  transaction: Transaction,
  chosen: PaymentMethod,
  {
    referenceNumber,
    now,
    amount = transaction.amount,
    wallet,
  }: Pick<BeginCommand, 'referenceNumber' | 'now' | 'amount' | 'wallet'>,
): Attempt {
  const rest = wallet ? subtract(amount, wallet.amount) : amount;
  const method = wallet ? methodBesideWallet(chosen, rest) : chosen;
  const isAtGateway = !wallet || isPositive(rest);
  return {
    referenceNumber,
    pgCode: method.pgCode,
    state: 'pending',
    gateway: isAtGateway ? method.gateway : WALLET_GATEWAY,
    kind: method.kind,
    sandbox: method.sandbox,
    ...(isAtGateway && method.inquiry && { inquiry: method.inquiry }),
    fee: method.fee,
    total: chargeOf(rest, method).total,
    ...(method.exchange && { exchange: method.exchange }),
    idempotencyKey: `${transaction.sessionId}:${referenceNumber}:open`,
    createdAt: now,
    ...(wallet && { wallet: { ...wallet, state: 'wanted' } }),
  };
}

/** What stands in the place of a gateway where a wallet pays all. */
const WALLET_GATEWAY = 'wallet';

/**
 * The network has prepared its page: the payer can be sent there. Not to the page of another payment than the network has
 * named before, of which an operator is told in place of that.
 */
export function pageOpened(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  { pageUrl, gatewayReference, now }: Omit<NetworkPage, 'step'> & { readonly now: number },
): Transaction {
  const word = { referenceNumber, gatewayReference };
  if (namesOtherPayment(transaction, word))
    return alertOtherPayment(transaction, word, now)?.transaction ?? transaction;
  return changeAttempt(transaction, referenceNumber, (attempt) => ({
    ...attempt,
    pageUrl,
    gatewayReference,
  }));
}

export function changeAttempt(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  change: (attempt: Attempt) => Attempt,
): Transaction {
  return {
    ...transaction,
    attempts: transaction.attempts.map((attempt) =>
      attempt.referenceNumber === referenceNumber ? change(attempt) : attempt,
    ),
  };
}

/**
 * The payer chooses what they are offered, and a route decides between its accounts; only a saved card is charged where it is
 * kept. Throws `method_not_offered`.
 */
function chosenMethod(
  transaction: Transaction,
  { pgCode, charge }: Pick<BeginCommand, 'pgCode' | 'charge'>,
): PaymentMethod {
  const method = (charge ? methodOf : offeredMethod)(transaction, pgCode);
  if (!method) throw notOffered(pgCode);
  return method;
}

/**
 * The account of a route to which it leads. Throws `gateway_error` where it leads to none, and `validation_error` on `pg_code`
 * for a wallet of the device.
 */
function accountFor(
  route: PaymentMethod,
  { routed, deviceWallet }: Pick<BeginCommand, 'routed' | 'deviceWallet'>,
): PaymentMethod {
  if (deviceWallet) throw notByRoute(route.pgCode);
  // The method has become another one since somebody asked where it leads.
  if (routed?.route !== route.pgCode)
    throw new Refusal('locked', 'The payment has just been changed; try again.');
  const chosen = chosenIn(routed);
  const account = route.accounts?.find(({ pgCode }) => pgCode === chosen);
  if (account) return account;
  throw new Refusal(
    'gateway_error',
    `No account of ${route.pgCode} can take this now. ${whyNobody(routed)} Try again later or choose another method.`,
  );
}

/**
 * Whether a press of Pay leads on to what has begun (`beginAttempt`, *same*), so that nothing new begins at its method: it has been made
 * before, or the attempt under way is of its method and its amount, or is decided in a moment.
 */
export function leadsOn(
  transaction: Transaction,
  { referenceNumber, pgCode, amount }: Pick<BeginCommand, 'referenceNumber' | 'pgCode' | 'amount'>,
): boolean {
  if (lastOfPress(transaction, referenceNumber)) return true;
  const pending = attemptUnderWay(transaction);
  if (!pending) return false;
  if (isCovered(pending)) return true;
  const isOfMethod = chosenCode(pending) === pgCode || pending.pgCode === pgCode;
  const asked = amount ?? transaction.amount;
  return isOfMethod && !pending.givesWay && isSameMoney(askedOf(pending), asked);
}

/** The newest attempt of the press that began with this reference; undefined where none has begun. */
export function lastOfPress(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
): Attempt | undefined {
  return (
    transaction.attempts.findLast(({ routing }) => routing?.press === referenceNumber) ??
    attemptOf(transaction, referenceNumber)
  );
}

/** Throws as `beginAttempt` does. */
function withNewAttempt(
  transaction: Transaction,
  command: BeginCommand,
): { readonly transaction: Transaction; readonly attempt: Attempt } {
  const { referenceNumber, channel, now, amount: wanted, customerPhone2, wallet } = command;
  const offered = chosenMethod(transaction, command);
  const account = isRoute(offered) ? accountFor(offered, command) : offered;
  const amount = amountToPay(transaction, wanted);
  const method = methodAt(transaction, account, amount);
  if (wallet)
    refuseWallet(transaction, {
      wallet: wallet.amount,
      principal: amount,
      method,
    });
  const savesCard = keepingOf(transaction, { ...command, pgCode: account.pgCode });
  const plain = attemptWith(transaction, method, {
    referenceNumber,
    now,
    amount,
    ...(wallet && { wallet }),
  });
  const { language, publicUrl } = command;
  const isAsked = language !== undefined && publicUrl !== undefined && !isCovered(plain);
  const charges = isCovered(plain) ? undefined : chargedBy(transaction, command);
  const attempt: Attempt = {
    ...plain,
    ...(isAsked && {
      request: attemptRequest(transaction, { language, publicUrl }, charges?.by),
    }),
    ...(channel !== undefined && { channel }),
    ...(savesCard && { savesCard }),
    ...(charges && { charges }),
    ...(command.routed && isRoute(offered) && { routing: command.routed }),
    ...(command.cardReference !== undefined && !isCovered(plain) && { cardGiven: true }),
    ...(command.deviceWallet && { deviceWallet: command.deviceWallet }),
  };
  const rest = wallet ? subtract(amount, wallet.amount) : amount;
  const fault = restFault(transaction, account, { amount, rest });
  if (fault !== undefined)
    throw new Refusal('validation_error', 'The request is not valid.', {
      amount: [fault],
    });
  const attempts = [...transaction.attempts, attempt];
  const customer = withPhone2(transaction.customer, customerPhone2);
  return {
    transaction: move({ ...transaction, customer, attempts }, 'begin'),
    attempt,
  };
}

/** A saved card is there already. */
function keepingOf(transaction: Transaction, command: BeginCommand): CardKeeping | undefined {
  return command.charge ? undefined : keepingFor(transaction, command);
}

function chargedBy(
  transaction: Transaction,
  { pgCode, charge, atHand = { isKept: false }, now }: BeginCommand,
): ChargedCard | undefined {
  return charge && cardToCharge(transaction, { pgCode, request: charge, atHand, now });
}

function withPhone2(customer: Customer, phone2: string | undefined): Customer {
  if (phone2 === undefined) return customer;
  const { phone2: _before, ...others } = customer;
  return phone2 === '' ? others : { ...others, phone2 };
}

function notOffered(pgCode: PgCode): Refusal {
  return new Refusal('method_not_offered', `The transaction does not offer the method ${pgCode}.`);
}
