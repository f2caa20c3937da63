import assert from 'node:assert/strict';
import type { Client, Connection } from '@temporalio/client';
import type { Context } from 'koa';
import pino from 'pino';
import type { ApiDeps } from '../../../api/deps.ts';
import { errors } from '../../../api/middleware/errors.ts';
import { idempotent } from '../../../api/middleware/idempotency.ts';
import { autoDebit } from '../../../api/payments/auto-debit.ts';
import { acknowledgeCash } from '../../../api/payments/cash.ts';
import { payByWallet } from '../../../api/payments/wallet.ts';
import { submitToken } from '../../../api/sdk/token.ts';
import type { Caller } from '../../../api/access/caller.ts';
import type { Money } from '../../../domain/money.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { beginAttempt } from '../../../domain/transaction/attempt.ts';
import {
  acknowledgeCash as acknowledged,
  type CashCommand,
} from '../../../domain/transaction/cash.ts';
import type { Attempt, Transaction } from '../../../domain/transaction/transaction.ts';
import { engineOn, type Engine } from '../../../engine/engine.ts';
import { Unavailable, Undecided } from '../../../engine/unavailable.ts';
import type { IdempotencyClaim, IdempotencyClaims } from '../../../store/idempotency-claims.ts';
import {
  aCard,
  aMerchant,
  aMethod,
  anAccount,
  anAttempt,
  aTransaction,
  DAY_MS,
  kwd,
  referenceOf,
  sessionOf,
  SHOP,
} from '../../support/builders.ts';
import { UnopenableError } from '../../../store/sealed.ts';
import type { Submission } from '../../../workflows/messages.ts';
import { aWallet } from '../../support/wallets.ts';

const CUSTOMER = 'c-1';
const NOW = Date.now();
const OPEN = aTransaction({
  orderNo: 'order-1',
  customer: { id: CUSTOMER },
  methods: [aMethod({ savesCards: { cvvRequired: false, autoDebit: false } })],
  createdAt: NOW,
  expiresAt: NOW + DAY_MS,
});
const { sessionId } = OPEN;
const REFERENCE = referenceOf('demoBBBBBB');
const IN_CASH: Transaction = {
  ...OPEN,
  state: 'cod',
  attempts: [anAttempt({ state: 'cod', concludedAt: NOW })],
};
/** Of a card that the clock of this machine leaves good. */
const GOOD = { cvvRequired: false, expiry: { year: 2090, month: 1 } };
const ACCOUNT = anAccount({ paymentServices: ['wallet'], cvvRequired: false, tokenizable: true });

/** What the engine is told to do: to begin an attempt, or that it is paid in cash. */
type Sent = Submission & Omit<CashCommand, 'now'>;

/** What a replica set without a primary makes of a read. */
const outage = () =>
  Promise.reject(Object.assign(new Error('down'), { name: 'MongoServerSelectionError' }));

/** What the gRPC client says of a server that is not there. */
const temporalAway = () =>
  Promise.reject(Object.assign(new Error('14'), { code: 14, details: '', metadata: {} }));

const faultOfOurs = () => Promise.reject(new TypeError('Nobody has thought of this.'));

const begun = () => Promise.resolve();
const undecided = () => Promise.reject(new Undecided('Nobody says.'));
const refused = () => Promise.reject(new Refusal('invalid_state', 'It is paid.'));
const failed = () => Promise.reject(new Refusal('gateway_error', 'No answer.'));

interface Route {
  readonly name: string;
  readonly caller: Caller['kind'];
  readonly handle: (deps: ApiDeps, ctx: Context) => Promise<unknown>;
  readonly pending: object;
  /** How a gateway has failed it is read. */
  readonly readsFailure?: true;
  /** What is answered it has by then. */
  readonly readsNothing?: true;
}
const PENDING = { result: 'pending', session_id: sessionId, order_no: 'order-1' };
const routes: readonly Route[] = [
  {
    name: 'a saved card that its customer charges',
    caller: 'public',
    handle: (deps, ctx) => submitToken(deps, ctx, { session_id: sessionId, token: 'tok_1' }),
    pending: { status: 'pending', form_of_payment: 'token_pay', session_id: sessionId },
    readsFailure: true,
  },
  {
    name: 'a saved card that the merchant charges',
    caller: 'key',
    handle: (deps, ctx) => autoDebit(deps, ctx, { session_id: sessionId, token: 'tok_1' }),
    pending: PENDING,
    readsFailure: true,
  },
  {
    name: 'a wallet that the merchant charges',
    caller: 'key',
    handle: (deps, ctx) =>
      payByWallet(deps, ctx, {
        session_id: sessionId,
        payload: { wallet_code: 'wallet_sarraf' },
      }),
    pending: PENDING,
  },
  {
    name: 'cash that the merchant acknowledges',
    caller: 'key',
    handle: (deps, ctx) => acknowledgeCash(deps, ctx, { session_id: sessionId }),
    pending: PENDING,
    readsNothing: true,
  },
];

describe('a request that begins a charge', () => {
  for (const route of routes) {
    const { name, pending } = route;
    describe(`of ${name}`, () => {
      for (const [what, command, lost] of [
        ['the database is lost after it was begun', begun, outage],
        ['a fault of ours comes after it was begun', begun, faultOfOurs],
        ['the gateway has failed it, and how cannot be read', failed, outage],
        ['nobody knows whether it was begun', undecided, outage],
      ] as const) {
        if (command === failed && !route.readsFailure) continue;
        if (command === begun && route.readsNothing) continue;
        it(`is 202 with what to read it by, where ${what}`, async () => {
          const { status, body } = await answered(route, command, { lost });
          assert.equal(status, 202, JSON.stringify(body));
          const { detail, message, reference_number, ...facts } = Object(body);
          assert.deepEqual(facts, pending);
          assert.match(String(detail ?? message), /not known yet|confirming/u);
          assert.match(String(reference_number), /^demo/u);
        });
      }

      it('is 503, to be sent again, where nothing of it stands', async () => {
        const { status } = await answered(route, () => Promise.reject(new Unavailable('Late.')));
        assert.equal(status, 503);
      });
    });
  }

  it('is what it was refused with, where nothing was begun and the database answers', async () => {
    const [, byMerchant] = routes;
    assert.ok(byMerchant);
    const { status, body } = await answered(byMerchant, refused, { isLost: false });
    assert.deepEqual([status, Object(body).code], [400, 'invalid_state']);
  });

  it('is 400 where no gateway was reached, and charges anew under the same key', async () => {
    const claims = claimsOfOneKey();
    const references: string[] = [];
    let transaction = OPEN;
    const unreached = async ({ referenceNumber }: Submission) => {
      references.push(referenceNumber);
      const attempt = anAttempt({ referenceNumber, state: 'error', unopened: 'unsent' });
      transaction = { ...OPEN, state: 'pending', attempts: [...transaction.attempts, attempt] };
      throw new Refusal('gateway_error', 'Nobody there.');
    };
    const given = { isLost: false, claims, find: () => transaction };
    for (let time = 1; time <= 2; time += 1) {
      const byMerchant = routeOf('a saved card that the merchant');
      const { status, body } = await answered(byMerchant, unreached, given);
      const { code, result, state } = Object(body);
      assert.deepEqual([status, code, result, state], [400, 'gateway_error', 'failed', 'pending']);
    }
    assert.equal(new Set(references).size, 2);
  });

  it('is 500 and begins nothing, where the key that signs its answer cannot be opened', async () => {
    const [, byMerchant] = routes;
    assert.ok(byMerchant);
    const sent: Sent[] = [];
    const { status } = await answered(byMerchant, async (one) => sent.push(one), {
      isLost: false,
      webhookKey: () => Promise.reject(new UnopenableError('Its key is not there.')),
    });
    assert.deepEqual([status, sent], [500, []]);
  });

  it('by a wallet is 202 while the wallet has not answered, and the same one under the same key', async () => {
    const claims = claimsOfOneKey();
    const submissions: Submission[] = [];
    let transaction = OPEN;
    const answerWith = (balance: string) =>
      answered(
        routeOf('a wallet'),
        async (submission) => {
          submissions.push(submission);
          const begun = beginAttempt(transaction, { ...submission, now: NOW });
          if (begun.step === 'new') ({ transaction } = begun);
        },
        { isLost: false, claims, find: () => transaction, balance: kwd(balance) },
      );
    const first = await answerWith('100');
    assert.deepEqual([first.status, Object(first.body).result], [202, 'pending']);
    // It may have paid by now, and then has less.
    const second = await answerWith('0');
    assert.deepEqual([second.status, second.body], [202, first.body]);
    assert.equal(second.sessionId, first.sessionId);
    assert.deepEqual(submissions[1], submissions[0]);
    assert.equal(transaction.attempts.length, 1);
    // Or it had not so much any more, which is no news of the payment: that is as open as before.
    const attempts = transaction.attempts.map(({ wallet, ...one }): Attempt => ({
      ...one,
      state: 'error',
      ...(wallet && { wallet: { ...wallet, state: 'refused' } }),
    }));
    transaction = { ...transaction, state: 'attempted', attempts };
    const third = await answerWith('1');
    const { code, available } = Object(third.body);
    assert.deepEqual([third.status, code, available], [400, 'amount_exceeds_balance', '1.000']);
  });

  it('of cash is known by the same reference under the same key, and stands where Temporal is away by then', async () => {
    const claims = claimsOfOneKey();
    const inCash = routeOf('cash');
    let transaction: Transaction = { ...OPEN, methods: [aMethod({ offline: true })] };
    const find = () => transaction;
    const done = async (cash: Sent) => {
      transaction = acknowledged(transaction, { ...cash, now: NOW })?.transaction ?? transaction;
      throw new Undecided('Nobody says.');
    };
    const first = await answered(inCash, done, { claims, find });
    assert.deepEqual([first.status, Object(first.body).result], [202, 'pending']);
    const [attempt, ...others] = transaction.attempts;
    assert.deepEqual([attempt?.state, others], ['cod', []]);
    const away = engineWithoutTemporal(find);
    const again = (cash: Sent) => away.payCash(transaction, cash);
    const second = await answered(inCash, again, { claims, find });
    assert.deepEqual([second.status, second.body], [202, first.body]);
    assert.equal(Object(second.body).reference_number, attempt?.referenceNumber);
  });

  it('has the same reference under the same key also where its attempt is kept while it is looked for', async () => {
    const claims = claimsOfOneKey();
    const references: string[] = [];
    const sent = async ({ referenceNumber }: Sent) => {
      references.push(referenceNumber);
      throw new Undecided('Nobody says.');
    };
    const inCash = routeOf('cash');
    await answered(inCash, sent, { claims });
    await answered(inCash, sent, { claims, holder: OPEN });
    await answered(inCash, sent, { claims, holder: { ...OPEN, sessionId: sessionOf('b2') } });
    const [first, second, third] = references;
    assert.equal(second, first);
    assert.notEqual(third, first);
  });

  it('by a wallet pays all or nothing, also where the amount is changed meanwhile', async () => {
    const submissions: Submission[] = [];
    await answered(routeOf('a wallet'), (submission) =>
      Promise.resolve(submissions.push(submission)),
    );
    const [submission] = submissions;
    assert.ok(submission);
    const command = { ...submission, now: NOW };
    assert.equal(beginAttempt(OPEN, command).step, 'new');
    assert.throws(() => beginAttempt({ ...OPEN, amount: kwd('20') }, command), {
      code: 'validation_error',
    });
  });
});

function routeOf(what: 'cash' | 'a wallet' | 'a saved card that the merchant'): Route {
  const route = routes.find(({ name }) => name.startsWith(what));
  assert.ok(route);
  return route;
}

/** The real one, over a Temporal that is not there and a database that has this. */
function engineWithoutTemporal(find: () => Transaction): Engine {
  const client = { workflow: { executeUpdateWithStart: temporalAway } } as unknown as Client;
  const connection = { withDeadline: (_until: unknown, call: () => unknown) => call() };
  return engineOn(client, connection as unknown as Connection, 300, {
    store: {
      transactions: { closeCommands: async () => find() },
      operations: { find: async () => undefined },
    },
  });
}

/** As the database keeps them, of a single key. */
function claimsOfOneKey(): IdempotencyClaims {
  let held: IdempotencyClaim | undefined;
  return {
    claim: async (wanted: IdempotencyClaim) => {
      const isFirst = held === undefined;
      held ??= wanted;
      return isFirst;
    },
    find: async () => held,
    takeOver: async (claim: IdempotencyClaim, leaseUntil: number) => {
      held = { ...claim, leaseUntil };
      return true;
    },
    abandon: async () => {
      held &&= { ...held, leaseUntil: 0 };
    },
    release: async () => {
      held = undefined;
    },
  } as unknown as IdempotencyClaims;
}

/** The answer where the engine does this with the command; from then on the database is away, unless it says what it has. */
async function answered(
  { caller, handle }: Route,
  command: (sent: Sent) => Promise<unknown>,
  {
    isLost = true,
    lost = outage,
    webhookKey = async () => 'whk',
    holder,
    claims,
    find = () => OPEN,
    balance = kwd('100'),
  }: {
    readonly isLost?: boolean;
    /** What a read comes to then. */
    readonly lost?: () => Promise<never>;
    readonly webhookKey?: () => Promise<string>;
    /** The request has a key, and these are the claims. */
    readonly claims?: IdempotencyClaims;
    readonly find?: () => Transaction;
    /** Has the reference already that is looked for first. */
    readonly holder?: Transaction;
    readonly balance?: Money;
  } = {},
): Promise<{
  readonly status: number;
  readonly body: unknown;
  readonly sessionId: string | undefined;
}> {
  let isAway = false;
  let looked = 0;
  const read =
    <T>(value: T) =>
    (): Promise<T> =>
      isAway ? lost() : Promise.resolve(value);
  const send = async (sent: Sent): Promise<unknown> => {
    isAway = isLost;
    await command(sent);
    return { to: 'result', referenceNumber: REFERENCE };
  };
  const deps = {
    publicUrl: 'https://pay.example.test',
    clientAddress: () => '203.0.113.7',
    clock: Date.now,
    store: {
      transactions: {
        find: () => read(find())(),
        isTaken: async () => {
          looked += 1;
          return looked === 1 && holder !== undefined;
        },
        findByReference: read(holder),
      },
      operations: { findByReference: read(undefined) },
      tombstones: { findByReference: read(undefined) },
      merchants: { find: read(aMerchant()), webhookKey },
      gatewayAccounts: { list: read([ACCOUNT]) },
      routes: { list: read([]) },
      cards: {
        list: read([aCard(GOOD)]),
        find: read(aCard({ ...GOOD, autoDebit: true })),
      },
      wallets: {
        find: read(aWallet({ customerId: CUSTOMER, balance })),
        reservations: read([]),
        findReservation: read(undefined),
      },
    },
    engine: {
      submit: (_: unknown, sent: Sent) => send(sent),
      payCash: (_: unknown, sent: Sent) => send(sent).then(() => IN_CASH),
    },
  } as unknown as ApiDeps;
  const ctx = {
    state: { requestId: 'request-1', caller: { kind: caller, merchantId: SHOP, keyId: 'k' } },
    method: 'POST',
    path: '/b/pbl/v2/payment/',
    headers: claims ? { 'idempotency-key': 'key-1' } : {},
    req: { headersDistinct: {} },
    request: { body: {} },
    get: () => '',
    set: () => undefined,
  } as unknown as Context;
  const work = async () => {
    await handle(deps, ctx);
    assert.fail('it was answered as if the database were there');
  };
  await errors(pino({ level: 'silent' }))(ctx, () =>
    claims ? idempotent(claims)(ctx, work) : work(),
  );
  return { status: ctx.status, body: ctx.body, sessionId: ctx.state.sessionId };
}
