import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { gatewayActivities } from '../../activities/gateways.ts';
import { routingActivities } from '../../activities/routing.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { begunBy } from '../../domain/agreement/arrange.ts';
import {
  afterFault,
  FAULTS_TO_OPEN,
  FIRST_REST_MS,
  WELL,
  type Breaker,
} from '../../domain/routing/breaker.ts';
import { chosenIn } from '../../domain/routing/decision.ts';
import type { PaymentRoute } from '../../domain/routing/route.ts';
import type { Routing } from '../../domain/routing/decision.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { anAutopayRequest, aPaidAgreement } from '../domain/agreement/agreements.ts';
import {
  aPress,
  aRoute,
  aRouteMethod,
  aRule,
  ONE,
  ROUTED_ACCOUNTS,
  TWO,
} from '../domain/routing/builders.ts';
import {
  aMerchant,
  anAccount,
  anAttempt,
  aTransaction,
  CARD,
  codeOf,
} from '../support/builders.ts';
import { memoryCardTries, memoryClocks } from '../../drills/time-travel/memory-stores.ts';
import { inActivity } from './support/in-activity.ts';
import {
  memoryAccounts,
  memoryBreakers,
  memoryDevicePayloads,
  memoryPayerAddresses,
  NOTHING_AGREED,
  memoryTransactions,
} from './support/memory-store.ts';
import { scriptedNetwork } from './support/scripted-network.ts';

const ROUTING: Routing = {
  route: codeOf('cards'),
  rule: 'all',
  press: anAttempt().referenceNumber,
  skipped: [],
  accounts: [
    { pgCode: CARD, verdict: 'chosen', why: 'Its place in the rule.' },
    { pgCode: TWO, verdict: 'next', why: 'Its place in the rule.' },
  ],
};

describe('an attempt to which a route has led', () => {
  const network = scriptedNetwork();

  function opening(
    given: { readonly routing?: Routing; readonly gateway?: string; readonly url?: string } = {
      routing: ROUTING,
    },
  ) {
    const { gateway = 'sandbox', url, routing } = given;
    const attempt = anAttempt({ gateway, createdAt: Date.now(), ...(routing && { routing }) });
    const transaction = aTransaction({ state: 'pending', attempts: [attempt] });
    const breakers = memoryBreakers();
    const adyen = {
      merchant_account: 'Pearl',
      api_key: 'key',
      hmac_keys: ['4'.repeat(64)],
      url: network.settings()['url'],
    };
    const settings =
      gateway === 'sandbox' ? { ...network.settings(), ...(url !== undefined && { url }) } : adyen;
    const activities = gatewayActivities({
      transactions: memoryTransactions(transaction),
      gatewayAccounts: memoryAccounts([anAccount({ gateway }), settings]),
      cardTries: memoryCardTries(),
      clocks: memoryClocks(),
      breakers,
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses(),
      devicePayloads: memoryDevicePayloads(),
    });
    const { merchantId, sessionId } = transaction;
    const { referenceNumber } = attempt;
    const command = {
      merchantId,
      sessionId,
      referenceNumber,
      publicUrl: 'https://pay.example.test',
      language: 'en',
      isNew: true,
      goesOn: true,
    } as const;
    return {
      breakers,
      open: (attemptNumber = 1, more: object = {}) =>
        inActivity(() => activities.openAttempt({ ...command, ...more }), {
          attempt: attemptNumber,
        }),
    };
  }

  /** Above the ports that systems give away by themselves. */
  const NOWHERE = { routing: ROUTING, url: 'http://127.0.0.1:65535' };

  it('is not tried again where nobody was reached, when another account waits', async () => {
    await assert.rejects(opening(NOWHERE).open(), failsAs('GatewayNeverReached', true));
    await assert.rejects(
      opening(NOWHERE).open(1, { isNew: false, goesOn: false }),
      failsAs('GatewayUnsent', false),
    );
  });

  it('has never reached its network where none of its sendings has, and no other account waits', async () => {
    await assert.rejects(
      opening({ url: NOWHERE.url }).open(1, { goesOn: false }),
      failsAs('GatewayNeverReached', true),
    );
    await assert.rejects(
      opening({ url: NOWHERE.url }).open(2, { goesOn: false }),
      failsAs('GatewayUnsent', false),
    );
  });

  it('is not known to be unsent by a later try, nor where somebody may have asked before', async () => {
    await assert.rejects(opening(NOWHERE).open(2), failsAs('GatewayUnsent', false));
    await assert.rejects(
      opening(NOWHERE).open(1, { askFirst: true }),
      failsAs('GatewayUnsent', false),
    );
  });

  it('is not known to be refused because a question about the lost try is', async () => {
    const { open } = opening();
    network.answer({ GET: { status: 401, body: {} }, POST: { status: 401, body: {} } });
    await assert.rejects(open(2), failsAs('GatewayUnknown', false));
    network.answer({ GET: { status: 404, body: {} } });
    await assert.rejects(open(2), failsAs('GatewayRefused', true));
  });

  it('is not known to be refused because a repetition of the lost try is', async () => {
    const { open } = opening({ routing: ROUTING, gateway: 'adyen' });
    network.answer({ POST: { status: 401, body: {} } });
    await assert.rejects(open(1), failsAs('GatewayRefused', true));
    await assert.rejects(open(2), failsAs('GatewayUnknown', false));
  });

  it('counts once where it had no answer, however often it was tried, and an answer forgets', async () => {
    const { open, breakers } = opening();
    network.answer({ POST: { status: 500, body: {} } });
    for (const attempt of [1, 2, 3]) await assert.rejects(open(attempt));
    assert.equal(breakers.known.get(CARD)?.faults.length, 1);
    network.answer({ POST: { status: 401, body: {} } });
    await assert.rejects(open(1));
    assert.equal(breakers.known.size, 0);
  });

  it('counts only where a route has led to it', async () => {
    const { open, breakers } = opening({});
    network.answer({ POST: { status: 500, body: {} } });
    await assert.rejects(open());
    assert.equal(breakers.known.size, 0);
  });
});

describe('where a route leads', () => {
  it('is decided by the rules as they are now', async () => {
    const { press } = chooser([aRoute(aRule({ accounts: [{ pgCode: TWO }] }))]);
    const { decision, fresh } = await press();
    assert.equal(chosenIn(decision), TWO);
    assert.match(fresh, /^demo[2-9A-Z]{8}$/);
  });

  it('is no account that cannot take what the engine charges by the agreement', async () => {
    const rule = aRule({ accounts: [{ pgCode: ONE }, { pgCode: TWO }] });
    const agreed = aPaidAgreement({ pgCode: TWO });
    const agreement = begunBy(agreed, anAutopayRequest(), Date.now());
    const payment = { customer: { id: agreed.customerId }, agreement: agreed.terms };
    const { decision } = await chooser([aRoute(rule)], [], { agreement, payment }).press();
    assert.equal(chosenIn(decision), TWO);
    const one = decision.accounts.find(({ pgCode }) => pgCode === ONE);
    assert.match(one?.why ?? '', /would move there/);
  });

  it('is nowhere when the route is gone or switched off', async () => {
    for (const routes of [[], [{ ...aRoute(), active: false }]]) {
      const { decision } = await chooser(routes).press();
      assert.equal(chosenIn(decision), undefined);
    }
  });

  it('is an account that has rested for one press, and another one for the next', async () => {
    const { press } = chooser([aRoute()], [[ONE, rested()]]);
    const chosen = [];
    for (let turn = 0; turn < 3; turn += 1) chosen.push(chosenIn((await press()).decision));
    assert.deepEqual(chosen, [ONE, TWO, TWO]);
  });
});

async function never(): Promise<undefined> {
  return undefined;
}

/** Of an account that has been off for as long as it is the first time. */
function rested(): Breaker {
  return Array.from({ length: FAULTS_TO_OPEN }).reduce<Breaker>(
    (breaker) => afterFault(breaker, Date.now() - FIRST_REST_MS),
    WELL,
  );
}

function chooser(
  routes: readonly PaymentRoute[],
  known: readonly (readonly [typeof ONE, Breaker])[] = [],
  agreed?: { readonly agreement: Agreement; readonly payment: Partial<Transaction> },
) {
  const breakers = memoryBreakers();
  for (const [code, breaker] of known) breakers.known.set(code, breaker);
  const activities = routingActivities({
    gatewayAccounts: memoryAccounts(...ROUTED_ACCOUNTS.map((one) => [one, {}] as const)),
    routes: { list: async () => routes },
    merchants: { find: async () => aMerchant() },
    breakers,
    transactions: { isTaken: async () => false },
    operations: { findByReference: never },
    tombstones: { findByReference: never },
    agreements: { findNamed: async () => agreed?.agreement },
    clocks: memoryClocks(),
  });
  const press = aPress(aTransaction({ methods: [aRouteMethod()], ...agreed?.payment }));
  return { press: () => activities.chooseAccount(press), breakers };
}

function failsAs(type: string, nonRetryable: boolean) {
  return (error: unknown) =>
    error instanceof ApplicationFailure &&
    error.type === type &&
    error.nonRetryable === nonRetryable;
}
