import type { MerchantId, PgCode } from '../ids.ts';
import type { AttemptReport } from '../transaction/network.ts';
import { attemptOf, type Attempt, type Transaction } from '../transaction/transaction.ts';
import { isOurFault, mayStillPay } from './outcome.ts';

/** A try of a saved card that nobody at it has asked for: networks limit how often that may fail. */
export interface CardTry {
  readonly merchantId: MerchantId;
  readonly pgCode: PgCode;
  readonly token: string;
  /** The first one of a session has the name of the session, which the engine has counted it by. */
  readonly tryId: string;
}

/** What a try has come to, where that is not one more decline; `unjudged` where no network has looked at the card. */
export interface CardTryEnded extends CardTry {
  readonly how: 'paid' | 'never-again' | 'unjudged';
}

/** The try that an attempt is; undefined for one that the customer makes, which no network limits. */
export function cardTryOf(
  { merchantId, sessionId, attempts }: Transaction,
  { referenceNumber, pgCode, charges }: Attempt,
): CardTry | undefined {
  if (charges?.by !== 'merchant') return undefined;
  const number = attempts
    .filter((one) => one.charges?.by === 'merchant')
    .findIndex((one) => one.referenceNumber === referenceNumber);
  const tryId = number > 0 ? `${sessionId}/${number}` : sessionId;
  return { merchantId, pgCode, token: charges.token, tryId };
}

/** What a change of a transaction means to the count of its card's tries; undefined where it means nothing. */
export function cardTryEndedBetween(
  before: Transaction,
  after: Transaction,
): CardTryEnded | undefined {
  const attempt = after.attempts.findLast((one) => {
    const how = endOf(one);
    return how !== undefined && how !== endOf(attemptOf(before, one.referenceNumber));
  });
  const made = attempt && cardTryOf(after, attempt);
  const how = endOf(attempt);
  return made && how && { ...made, how };
}

/** The word on a try that is not made, because the network of its card wants no more of them. */
export function refusedTry(
  { referenceNumber, charges }: Attempt,
  { never }: { readonly never: boolean },
): AttemptReport {
  return {
    referenceNumber,
    outcome: { result: 'failed' },
    message: never
      ? 'The network of the card has said that it must not be tried again; the customer has to pay with another one.'
      : 'The card was declined as often as its network allows without the customer; try again later, or have the customer pay.',
    decline: {
      code: charges?.agreementUuid === undefined ? 'too_many_tries' : 'agreement_violation',
      advice: never ? 'do-not-retry' : 'soft',
    },
  };
}

function endOf(attempt: Attempt | undefined): CardTryEnded['how'] | undefined {
  if (attempt?.charges?.by !== 'merchant') return undefined;
  if (attempt.state === 'success') return 'paid';
  if (attempt.state === 'failed' && attempt.decline?.advice === 'do-not-retry')
    return 'never-again';
  return isOurFault(attempt) && !mayStillPay(attempt) ? 'unjudged' : undefined;
}
