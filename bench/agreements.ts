import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { begunBy } from '../domain/agreement/arrange.ts';
import type { Cycle, Rhythm } from '../domain/agreement/autopay.ts';
import { look, openCycles, type Running } from '../domain/agreement/look.ts';
import type { CardFacts, SavedCard } from '../domain/card/card.ts';
import { currencyCode } from '../domain/currencies.ts';
import { merchantId, pgCode, sessionId } from '../domain/ids.ts';
import { money } from '../domain/money.ts';
import type { Store } from '../store/index.ts';
import { DEBITS_QUEUE, cycleWorkflowId } from '../workflows/ids.ts';
import { timed } from './clients.ts';
import type { BenchEnvironment } from './environment.ts';

/** Which agreements are made: how many, due when, and on which stretch of all shares (from 0 to 1) their uuids lie. */
export interface AgreementLoad {
  readonly count: number;
  readonly dueAt: number;
  readonly rhythm: Rhythm;
  readonly shares: readonly [from: number, to: number];
}

/** So many clients make things ready. */
const HANDS = 8;
/** So many cards the network has kept; more agreements than these share them, each as a card of its own customer. */
const CARDS = 1000;

/** Agreements as they stand after their customers' first payments, put straight into the store of the system. */
export function agreementsOn({ run, client }: BenchEnvironment, store: Store) {
  return { put, startCycle };

  /** With their cards, and looked at once: a cycle that must have begun by now has, and has no run. */
  async function put(wanted: AgreementLoad): Promise<readonly Running[]> {
    const cards = await keptCards(Math.min(wanted.count, CARDS));
    const made: Running[] = [];
    for (let nth = 0; nth < wanted.count; nth += 1) {
      const card = cards[nth % cards.length];
      assert.ok(card);
      made.push(agreementOf(card.token, wanted, nth));
    }
    const left = [...made];
    await timed(
      async () => {
        const agreement = left.pop();
        assert.ok(agreement);
        const card = cards.find(({ token }) => token === agreement.token);
        assert.ok(card);
        await store.cards.keep({
          ...card,
          ...keptOf({ ...agreement, agreements: [agreement.terms.id] }),
        });
        await store.agreements.insert(agreement);
      },
      { clients: HANDS, times: wanted.count },
    );
    return made;
  }

  /** The run of the cycle, whose first step is taken at this instant. */
  function startCycle(agreement: Running, at: number) {
    const { merchantId: merchant, uuid, autopay } = agreement;
    const { name: period, number, dueAt } = begunCycleOf(agreement);
    const start = { merchantId: merchant, uuid, period, number, dueAt, amount: autopay.amount };
    return client.workflow.start('autoDebitCycle', {
      args: [{ ...start, ahead: 0 }],
      workflowId: cycleWorkflowId(uuid, period),
      taskQueue: DEBITS_QUEUE,
      startDelay: Math.max(at - Date.now(), 1),
    });
  }

  async function keptCards(count: number): Promise<readonly CardFacts[]> {
    const opened = await store.gatewayAccounts.open(DEMO, ACCOUNT);
    assert.ok(opened);
    const key = String(opened.settings['secret_key']);
    const cards: CardFacts[] = [];
    await timed(async () => void cards.push(await keptCard(run.simulator, key)), {
      clients: HANDS,
      times: count,
    });
    return cards;
  }
}

const DEMO = known(merchantId('demo'));
/** The account of the sandbox that keeps cards. */
const ACCOUNT = known(pgCode('sandbox-cards'));
const KWD = known(currencyCode('KWD'));
/** Nobody has kept it: the payments of cycles have no customer to tell. */
const FIRST = known(sessionId('0'.repeat(40)));

/** A customer of the demo merchant whose saved card asks for no security code. */
export async function keepCardFor(
  { run }: Pick<BenchEnvironment, 'run'>,
  store: Store,
): Promise<{ readonly customerId: string; readonly token: string }> {
  const opened = await store.gatewayAccounts.open(DEMO, ACCOUNT);
  assert.ok(opened);
  const card = await keptCard(run.simulator, String(opened.settings['secret_key']));
  const customerId = `customer-${randomUUID()}`;
  const now = Date.now();
  const keeping = { merchantId: DEMO, customerId, agreements: [], createdAt: now };
  await store.cards.keep({ ...card, ...keptOf(keeping) });
  return { customerId, token: card.token };
}

function agreementOf(
  token: string,
  { count, dueAt, rhythm, shares }: AgreementLoad,
  nth: number,
): Running {
  const [from, to] = shares;
  const uuid = uuidAt(from + ((nth + Math.random()) / count) * (to - from));
  const at = new Date(dueAt).toISOString();
  const createdAt = Math.min(dueAt, Date.now());
  const agreement = begunBy(
    {
      uuid,
      merchantId: DEMO,
      customerId: `customer-${uuid}`,
      transactionType: 'e_commerce',
      sandbox: true,
      version: 1,
      state: 'active',
      terms: { id: `plan-${uuid}`, type: 'recurring' },
      pgCode: ACCOUNT,
      token,
      boundAt: createdAt,
      firstSessionId: FIRST,
      charges: [],
      paid: [],
      createdAt,
    },
    {
      amount: money(5000, KWD),
      publicUrl: 'http://127.0.0.1:9',
      rhythm,
      startsOn: at.slice(0, 10),
      timeZone: 'UTC',
      at: at.slice(11, 16),
    },
    createdAt,
  );
  return look(agreement, createdAt);
}

/** The one that has begun. */
export function begunCycleOf({ autopay }: Running): Cycle {
  const [cycle] = openCycles(autopay);
  assert.ok(cycle);
  return cycle;
}

/** What is spread by uuids takes their first eight digits for a share of the whole (domain/agreement/reminders.ts). */
function uuidAt(share: number): string {
  const digits = Math.floor(share * 2 ** 32).toString(16);
  return `${digits.padStart(8, '0')}${randomUUID().slice(8)}`;
}

/** What is kept of a card beside its facts; it asks for no security code. */
function keptOf({
  merchantId: merchant,
  customerId,
  agreements,
  createdAt,
}: Pick<SavedCard, 'merchantId' | 'customerId' | 'agreements' | 'createdAt'>) {
  return {
    merchantId: merchant,
    customerId,
    pgCode: ACCOUNT,
    gateway: 'sandbox',
    sandbox: true,
    cvvRequired: false,
    autoDebit: true,
    agreements,
    createdAt,
    usedAt: createdAt,
  };
}

/** A card that some customer has saved at the network. */
async function keptCard(network: string, secretKey: string): Promise<CardFacts> {
  const ask = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${network}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${secretKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(response.ok, text);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  const opened = await ask('/v1/payments', {
    merchant_reference: `SAVE-${randomUUID()}`,
    amount: '1.000',
    currency: 'KWD',
    capture: true,
    save_card: true,
    language: 'en',
    return_url: network,
    notify_url: network,
  });
  const paid = await ask(`/control/payments/${String(opened['id'])}/pay`, {
    card_number: '4242424242424242',
    expiry: '12/39',
    callback: false,
  });
  const token = paid['token'] ?? (paid['card'] as Readonly<Record<string, unknown>>)['token'];
  assert.equal(typeof token, 'string');
  const expiry = { year: 2039, month: 12 };
  return { token: String(token), lastFour: '4242', expiry, brand: 'VISA' };
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A constant of the bench is wrong.');
  return value;
}
