import { v4 as uuidV4 } from 'uuid';
import type { Random } from '../chaos/random.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { begunBy } from '../../domain/agreement/arrange.ts';
import { dateAt } from '../../domain/agreement/calendar.ts';
import type { SavedCard } from '../../domain/card/card.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { merchantId, pgCode, sessionId } from '../../domain/ids.ts';
import { money } from '../../domain/money.ts';
import type { SimulatedNetwork } from './network.ts';

const DAY = 24 * 3_600_000;

/** So many customers, each with a card that the network keeps; by its token. */
export async function savedCards(
  network: SimulatedNetwork,
  count: number,
): Promise<ReadonlyMap<string, SavedCard>> {
  const cards = new Map<string, SavedCard>();
  for (let number = 0; number < count; number += 1) {
    const facts = await network.saveCard(number);
    cards.set(facts.token, {
      ...facts,
      ...OWNER,
      customerId: `customer-${number}`,
      gateway: 'sandbox',
      cvvRequired: false,
      autoDebit: true,
      agreements: [],
      createdAt: 0,
      usedAt: 0,
    });
  }
  return cards;
}

/** An agreement that the engine charges to this card from the tenth day on, in a rhythm and a place that chance chooses. */
export function agreementOfChance(
  { token, customerId }: SavedCard,
  { now, random }: { readonly now: number; readonly random: Random },
): Agreement {
  const timeZone = ZONES[random.whole(0, ZONES.length - 1)] ?? 'UTC';
  const days = [7, 14, 30][random.whole(0, 2)] ?? 30;
  const agreement: Agreement = {
    // Its instants are spread by it: the same seed makes the same ones.
    uuid: uuidV4({ random: Uint8Array.from({ length: 16 }, () => random.whole(0, 255)) }),
    ...OWNER,
    customerId,
    transactionType: 'e_commerce',
    version: 1,
    state: 'active',
    terms: { id: `plan-${customerId}`, type: 'recurring' },
    token,
    boundAt: now,
    firstSessionId: SESSION,
    charges: [],
    paid: [],
    createdAt: now,
  };
  return begunBy(
    agreement,
    {
      amount: money(random.whole(1000, 50_000), KWD),
      publicUrl: 'http://127.0.0.1:9',
      rhythm:
        random.share() < 0.7
          ? { every: 'months', months: 1, day: random.whole(1, 31) }
          : { every: 'days', days },
      startsOn: dateAt(now + 10 * DAY, timeZone),
      timeZone,
      at: `${String(random.whole(0, 23)).padStart(2, '0')}:30`,
    },
    now,
  );
}

const ZONES = ['Asia/Kuwait', 'Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'UTC'];
const KWD = known(currencyCode('KWD'));
const SESSION = known(sessionId('0'.repeat(40)));
const OWNER = {
  merchantId: known(merchantId('simulated')),
  pgCode: known(pgCode('sandbox')),
  sandbox: true,
};

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A constant of the simulation is wrong.');
  return value;
}
