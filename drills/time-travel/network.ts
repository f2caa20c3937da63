import type { CardFacts } from '../../domain/card/card.ts';
import { readExpiry } from '../../domain/card/expiry.ts';
import type { AccountSettings } from '../../gateways/gateway.ts';
import { createSimulator } from '../../simulator/app.ts';

const SECRETS = { secret_key: 'sk_simulate', callback_secret: 'cs_simulate' };
const ACCOUNT = 'simulate';
/** By turns: the limits of their networks differ. */
const CARDS = ['4242424242424242', '5555555555554444'];

/** An entry of the network's own ledger, and a payment of its own books. */
export interface NetworkBooking {
  readonly reference: string;
  readonly amount: string;
}

export interface Paid {
  readonly reference: string;
  readonly status: string;
  readonly advice: string | undefined;
  readonly at: number;
}

/** The sandbox network in this process, on the skipped clock: the judge. */
export interface SimulatedNetwork {
  readonly settings: AccountSettings;
  /** A card that a customer has saved there. */
  readonly saveCard: (number: number) => Promise<CardFacts>;
  readonly ledger: () => Promise<readonly NetworkBooking[]>;
  readonly payments: () => Promise<readonly Paid[]>;
  readonly close: () => Promise<void>;
}

export async function openNetwork(now: () => Date): Promise<SimulatedNetwork> {
  const simulator = createSimulator({
    port: 0,
    now,
    log: () => {},
    patience: { waitMs: 1, retryMs: [] },
  });
  const { url } = await simulator.listen();
  let calls = 0;
  const ask = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${SECRETS.secret_key}`,
        'idempotency-key': `key-${(calls += 1)}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Json);
  };
  await ask('PUT', `/control/accounts/${ACCOUNT}`, {
    ...SECRETS,
    name: 'Simulated shop',
    // Nobody listens: the cycle has the answer to its charge.
    simulate: [{ fault: 'no-callback', probability: 1, seed: 1 }],
  });

  return {
    settings: { url, account: ACCOUNT, ...SECRETS, timeout_ms: 4000 },
    saveCard: async (number) => {
      const opened = await ask('POST', '/v1/payments', {
        merchant_reference: `SAVE-${number}`,
        amount: '1.000',
        currency: 'KWD',
        capture: true,
        save_card: true,
        language: 'en',
        return_url: 'http://127.0.0.1:9/',
        notify_url: 'http://127.0.0.1:9/',
      });
      const paid = await ask('POST', `/control/payments/${String(opened['id'])}/pay`, {
        card_number: CARDS[number % CARDS.length],
        expiry: '12/39',
        callback: false,
      });
      return cardIn(paid);
    },
    ledger: async () =>
      (await everything(ask, 'ledger', 'entries')).map((entry) => ({
        reference: String(entry['merchant_reference']),
        amount: String(entry['amount']),
      })),
    payments: async () =>
      (await everything(ask, 'payments', 'payments')).map((payment) => ({
        reference: String(payment['merchant_reference']),
        status: String(payment['status']),
        advice: typeof payment['advice'] === 'string' ? payment['advice'] : undefined,
        at: Date.parse(String(payment['created_at'])),
      })),
    close: () => simulator.close(),
  };
}

type Json = Readonly<Record<string, unknown>>;
type Ask = (method: string, path: string) => Promise<Json>;

async function everything(ask: Ask, book: string, list: string): Promise<readonly Json[]> {
  const { [list]: found } = await ask('GET', `/control/${book}`);
  return found as readonly Json[];
}

function cardIn(payment: Json): CardFacts {
  const card = (payment['card'] ?? {}) as Json;
  const expiry = readExpiry('12', '39');
  const token = payment['token'] ?? card['token'];
  if (typeof token !== 'string' || !expiry) throw new Error('The network has kept no card.');
  const brand = String(card['brand']).toUpperCase();
  return { token, lastFour: '4242', expiry, brand };
}
