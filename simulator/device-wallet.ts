import { brandOf } from './brands.ts';
import { masked } from './card-entry.ts';
import { testCardNamed, type MaskedCard } from './cards.ts';
import { fieldsOf, text, type Fields } from './fields.ts';
import { plan, type Plan } from './outcomes.ts';
import { invalid } from './refusals.ts';

export type DeviceWallet = 'apple_pay' | 'google_pay';

/** What stands in a wallet's payload, which in this sandbox is not encrypted. */
export interface HandedOver {
  readonly card: MaskedCard;
  readonly plan: Plan;
  /** The network charges it and its answer is lost, once. */
  readonly losesAnswer: boolean;
}

/** `sandbox:<name of a test card>`, and after a further colon whatever makes it one of its kind. */
const TOKEN = /^sandbox:([a-z0-9-]+)(?::|$)/u;
const LOST_ANSWER = 'lost-answer';

/**
 * Reads a payload. What its wallet has not authenticated itself, its bank may ask the payer about: Apple Pay always has,
 * Google Pay only for some cards.
 */
export function handedOver(body: Fields, amount: string, now: Date): HandedOver {
  const wallet = walletIn(body);
  const token = tokenIn(wallet, fieldsOf(body['payload']));
  const [, name = ''] = TOKEN.exec(token) ?? [];
  const losesAnswer = name === LOST_ANSWER;
  const found = testCardNamed(losesAnswer ? 'visa' : name);
  const brand = found && brandOf(found.number);
  if (!found || !brand)
    throw invalid('Send a token such as "sandbox:visa:1", with the name of a test card.');
  const planned = plan(found.number, amount);
  return {
    card: {
      ...masked(found.number, brand),
      expiryMonth: '12',
      expiryYear: String(now.getUTCFullYear() + 3),
      holder: 'Sandbox Payer',
    },
    plan: wallet === 'apple_pay' ? { ...planned, threeDs: 'none' } : planned,
    losesAnswer,
  };
}

function walletIn({ wallet }: Fields): DeviceWallet {
  if (wallet === 'apple_pay' || wallet === 'google_pay') return wallet;
  throw invalid('Send wallet as "apple_pay" or "google_pay".');
}

function tokenIn(wallet: DeviceWallet, payload: Fields): string {
  if (wallet === 'apple_pay') return text(fieldsOf(payload['paymentData']), 'data', 8192);
  const method = fieldsOf(payload['paymentMethodData']);
  return text(fieldsOf(method['tokenizationData']), 'token', 8192);
}
