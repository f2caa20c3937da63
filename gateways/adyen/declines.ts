import type { Advice, Decline } from '../../domain/card/decline.ts';
import { cardNetworkAdvice } from '../network-advice.ts';
import { brandNamed } from './card.ts';
import { additionalText, type AdditionalData } from './shapes.ts';

/** Number, reason as webhooks have it, advice, and the code that our rules know, where one does (`domain/agreement/retries.ts`, `domain/card/decline-reason.ts`). */
type Row = readonly [number: string, reason: string, advice: Advice, code?: string];

/** docs.adyen.com/development-resources/refusal-reasons; the advice is our reading of it. */
const REASONS: readonly Row[] = [
  ['2', 'Refused', 'soft'],
  ['3', 'Referral', 'soft'],
  ['4', 'Acquirer Error', 'soft'],
  ['5', 'Blocked Card', 'hard'],
  ['6', 'Expired Card', 'hard', 'expired_card'],
  ['7', 'Invalid Amount', 'hard'],
  ['8', 'Invalid Card Number', 'hard', 'invalid_card'],
  ['9', 'Issuer Unavailable', 'soft'],
  ['10', 'Not supported', 'hard'],
  ['11', '3D Not Authenticated', 'hard'],
  ['12', 'Not enough balance', 'soft', 'insufficient_funds'],
  ['14', 'Acquirer Fraud', 'do-not-retry', 'suspected_fraud'],
  ['15', 'Cancelled', 'soft'],
  ['16', 'Shopper Cancelled', 'soft'],
  ['17', 'Invalid Pin', 'hard'],
  ['18', 'Pin tries exceeded', 'hard'],
  ['19', 'Pin validation not possible', 'hard'],
  ['20', 'FRAUD', 'do-not-retry', 'suspected_fraud'],
  ['21', 'Not Submitted', 'soft'],
  ['22', 'FRAUD-CANCELLED', 'do-not-retry', 'suspected_fraud'],
  ['23', 'Transaction Not Permitted', 'hard'],
  ['24', 'CVC Declined', 'hard'],
  ['25', 'Restricted Card', 'hard'],
  ['26', 'Revocation Of Auth', 'do-not-retry'],
  ['27', 'Declined Non Generic', 'soft'],
  ['28', 'Withdrawal amount exceeded', 'soft'],
  ['29', 'Withdrawal count exceeded', 'soft'],
  ['31', 'Issuer Suspected Fraud', 'do-not-retry', 'suspected_fraud'],
  ['32', 'AVS Declined', 'hard'],
  ['33', 'Card requires online pin', 'hard'],
  ['34', 'No checking account available on Card', 'hard', 'no_such_account'],
  ['35', 'No savings account available on Card', 'hard', 'no_such_account'],
  ['36', 'Mobile pin required', 'hard'],
  ['37', 'Contactless fallback', 'hard'],
  ['38', 'Authentication required', 'hard', 'challenge_required'],
  ['39', 'RReq not received from DS', 'soft'],
  ['40', 'Current AID is in Penalty Box', 'soft'],
  ['41', 'CVM required Restart Payment', 'hard'],
  ['42', '3DS Authentication Error', 'hard'],
  ['43', 'Online PIN required', 'hard'],
  ['44', 'Try another interface', 'hard'],
  ['45', 'Chip downgrade mode', 'hard'],
  // Adyen itself keeps the card from being tried again, which would cost a fee.
  ['46', 'Transaction blocked by Adyen to prevent excessive retry fees', 'do-not-retry'],
  ['50', 'Token revoked', 'hard', 'card_removed'],
];

/** Numbers after which nothing is decided about the card: the acquirer failed, or Adyen has not sent it. */
const ERRORS: ReadonlySet<string> = new Set(['4', '21']);
/** The payer has left. */
const CANCELED: ReadonlySet<string> = new Set(['15', '16']);

export interface AdyenRefusal {
  readonly number?: string | undefined;
  readonly reason?: string | undefined;
  readonly brand?: string | undefined;
  readonly additionalData?: AdditionalData | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a refusal ends an attempt with. */
export function resultOfRefusal(refusal: AdyenRefusal): 'failed' | 'error' | 'canceled' {
  const [number = ''] = rowOf(refusal) ?? [];
  if (ERRORS.has(number)) return 'error';
  return CANCELED.has(number) ? 'canceled' : 'failed';
}

/** Why a card was refused. What the card's own network advises outweighs Adyen's reason. */
export function declineOfRefusal(refusal: AdyenRefusal): Decline {
  const { reason = '', additionalData = {}, brand, at } = refusal;
  const network = cardNetworkAdvice(
    {
      brand: brandNamed(brand),
      adviceCode: additionalText(additionalData, 'merchantAdviceCode')?.slice(0, 2),
      responseCode: additionalText(additionalData, 'refusalReasonRaw')?.slice(0, 2),
    },
    at,
  );
  const [, text = reason, advice = 'soft', code = wordOf(text)] = rowOf(refusal) ?? [];
  return { code, advice, ...network };
}

/** Adyen's reason as a code: `issuer_unavailable`. */
function wordOf(reason: string): string {
  const word = reason
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60);
  return word === '' ? 'refused' : word;
}

/** Answers have the number, and webhooks the text alone. */
function rowOf({ number, reason = '' }: AdyenRefusal): Row | undefined {
  const text = reason.trim().toLowerCase();
  return (
    REASONS.find(([known]) => known === number) ??
    REASONS.find(([, known]) => known.toLowerCase() === text)
  );
}
