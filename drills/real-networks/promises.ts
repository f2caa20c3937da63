import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { CurrencyCode } from '../../domain/currencies.ts';
import { referenceNumber, type ReferenceNumber } from '../../domain/ids.ts';
import { money, type Money } from '../../domain/money.ts';
import type { OperationKind } from '../../domain/operation/operation.ts';
import { GatewayFault, type ChargeRequest, type OpenRequest } from '../../gateways/gateway.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { TestAccount } from './environment.ts';
import { chargeableCard } from './chargeable-card.ts';

/** A promise that a connector makes to the engine (docs/connectors.md), and how a network is asked whether it is true. */
export interface NetworkPromise {
  readonly title: string;
  /** Asks; throws when the promise is not kept. */
  readonly prove: (account: TestAccount, currency: CurrencyCode) => Promise<void>;
}

const TOTAL_MINOR = 12_340;
const PART_MINOR = 2000;
const HOUR_MS = 3_600_000;

const PAGES: readonly NetworkPromise[] = [
  {
    title: 'a wrong key is a plain no',
    prove: async (account, currency) => {
      const wrong = account.gateway === 'stripe' ? 'secret_key' : 'api_key';
      const settings = { ...account.settings, [wrong]: 'sk_test_of_somebody_else' };
      const asked = openRequest(currency);
      await assert.rejects(
        async () => gatewayFor(account.gateway).open(settings, asked),
        (fault) => fault instanceof GatewayFault && fault.kind === 'refused',
      );
    },
  },
  {
    title: 'a payment has a page, on an origin that our page allows',
    prove: async (account, currency) => {
      const gateway = gatewayFor(account.gateway);
      const page = await open(account, openRequest(currency));
      const origin = new URL(page.pageUrl);
      assert.ok(
        gateway.pageOrigins(account.settings).some((allowed) => isOn(origin, allowed)),
        `${origin.origin} is none of ${gateway.pageOrigins(account.settings).join(', ')}`,
      );
    },
  },
  {
    title: 'the same request under its key has the same page',
    prove: async (account, currency) => {
      const asked = openRequest(currency);
      const first = await open(account, asked);
      const again = await open(account, asked);
      assert.equal(again.gatewayReference, first.gatewayReference);
    },
  },
  {
    title:
      'a page on which nobody has paid is open when it is asked for, and closed when it is closed',
    prove: async (account, currency) => {
      const gateway = gatewayFor(account.gateway);
      const asked = openRequest(currency);
      const { gatewayReference } = await open(account, asked);
      const names = { ...asked, gatewayReference };
      assert.equal((await gateway.inquire(account.settings, names)).step, 'page');
      const closed = await gateway.close?.(account.settings, names);
      assert.ok(closed?.step === 'report', JSON.stringify(closed));
      assert.equal(closed.report.outcome.result, 'canceled');
      const after = await gateway.inquire(account.settings, names);
      assert.ok(after.step === 'report' && after.report.outcome.result === 'canceled');
    },
  },
  {
    title: 'money is held, and a card is kept for nothing, on pages of their own',
    prove: async (account, currency) => {
      await open(account, { ...openRequest(currency), kind: 'authorize' });
      const total = money(0, currency);
      await open(account, { ...openRequest(currency), total, saveCard: true, payer: PAYER });
    },
  },
];

const PAYER = { reference: 'sarraf-networks', email: 'mona@shop.example' } as const;

const STRIPE: readonly NetworkPromise[] = [
  ...PAGES,
  {
    title: 'a page whose answer was lost is found by our reference',
    prove: async (account, currency) => {
      const asked = openRequest(currency);
      const { gatewayReference } = await open(account, asked);
      const { referenceNumber: reference, askedAt } = asked;
      const names = { referenceNumber: reference, askedAt };
      const found = await gatewayFor('stripe').inquire(account.settings, names);
      assert.ok(found.step === 'page', JSON.stringify(found));
      assert.equal(found.gatewayReference, gatewayReference);
    },
  },
  {
    title: 'a saved card is charged exactly once under its key, and what was charged is told',
    prove: async (account, currency) => {
      const asked = await chargeRequest(account, currency);
      const first = await charge(account, asked);
      assert.deepEqual(first.outcome, {
        result: 'success',
        kind: 'purchase',
        charged: asked.total,
      });
      const again = await charge(account, asked);
      assert.equal(nameOf(again), nameOf(first));
    },
  },
  {
    title: 'a refund is done once under its key, and is found by our reference',
    prove: async (account, currency) => {
      const asked = await chargeRequest(account, currency);
      const gatewayPayment = nameOf(await charge(account, asked));
      const request = operation('refund', asked, gatewayPayment);
      const first = await operate(account, request);
      const again = await operate(account, request);
      assert.equal(again.gatewayReference, first.gatewayReference);
      const found = await gatewayFor('stripe').inquireOperation?.(account.settings, request);
      assert.ok(found && 'result' in found, JSON.stringify(found));
      assert.equal(found.gatewayReference, first.gatewayReference);
      assert.deepEqual(found.amount, request.amount);
    },
  },
  {
    title: 'of what is held a part is captured, and what is held is let go',
    prove: async (account, currency) => {
      for (const kind of ['capture', 'void'] as const) {
        const asked = { ...(await chargeRequest(account, currency)), kind: 'authorize' } as const;
        const request = operation(kind, asked, nameOf(await charge(account, asked)));
        assert.equal((await operate(account, request)).result, 'done', kind);
      }
    },
  },
  {
    title: 'a card that was forgotten is declined',
    prove: async (account, currency) => {
      const asked = await chargeRequest(account, currency);
      const gateway = gatewayFor('stripe');
      await gateway.forgetCard?.(account.settings, { token: asked.token });
      const { outcome, decline } = await charge(account, asked);
      assert.deepEqual([outcome.result, decline?.code], ['failed', 'card_removed']);
    },
  },
];

/** What is asked of each network. */
export const PROMISES: Readonly<Record<TestAccount['gateway'], readonly NetworkPromise[]>> = {
  stripe: STRIPE,
  adyen: PAGES,
};

/** What cannot be asked from here, and why. */
export const NOT_PROVED: Readonly<Record<TestAccount['gateway'], readonly string[]>> = {
  stripe: [
    'what a payer does on the page: it wants a person and a browser',
    'events and their signatures: Stripe cannot post to this machine; register the webhook of a public address and pay once',
    'that fils which do not end in 0 are refused: the connector sends none',
    'what a list lacks and for how long, and the settlement file: see docs/stripe.md',
  ],
  adyen: [
    'what a payer does on the page, and so the end of any payment: it wants a person and a browser',
    'captures, voids and refunds, charges of saved cards: each wants a payment or a card whose name only a webhook tells',
    'webhooks and their signatures: Adyen cannot post to this machine; register the webhook of a public address and pay once',
    'the list at the end of docs/adyen.md',
  ],
};

/** Why nobody is let in with what was given, so that nothing can be asked; undefined where they are. */
export async function shutOut(
  { gateway, settings }: TestAccount,
  currency: CurrencyCode,
): Promise<string | undefined> {
  try {
    await gatewayFor(gateway).open(settings, openRequest(currency));
    return undefined;
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault;
    // Where something answers, what it says is what the promises are about.
    const isShut = fault.kind === 'unsent' || /\bHTTP 40[13]\b|gave no answer/.test(fault.message);
    return isShut ? fault.message : undefined;
  }
}

function openRequest(currency: CurrencyCode): OpenRequest {
  const askedAt = Date.now();
  const reference = newReference();
  return {
    referenceNumber: reference,
    idempotencyKey: `networks:${reference}:open`,
    total: money(TOTAL_MINOR, currency),
    kind: 'purchase',
    language: 'en',
    askedAt,
    expiresAt: askedAt + HOUR_MS,
    returnUrl: 'https://shop.example/back',
    notifyUrl: 'https://shop.example/told',
  };
}

async function chargeRequest(account: TestAccount, currency: CurrencyCode): Promise<ChargeRequest> {
  const saving = { ...openRequest(currency), total: money(0, currency), payer: PAYER };
  const token = await chargeableCard(account, { ...saving, saveCard: true });
  return { ...openRequest(currency), token, by: 'merchant' };
}

async function open({ gateway, settings }: TestAccount, request: OpenRequest) {
  const opened = await gatewayFor(gateway).open(settings, request);
  assert.ok(opened.step === 'page', `no page, but ${JSON.stringify(opened)}`);
  return opened;
}

async function charge({ gateway, settings }: TestAccount, request: ChargeRequest) {
  const answer = await gatewayFor(gateway).charge?.(settings, request);
  assert.ok(answer?.step === 'report', `no end, but ${JSON.stringify(answer)}`);
  return answer.report;
}

function operation(kind: OperationKind, paid: ChargeRequest, gatewayPayment: string) {
  const reference = newReference();
  const amount: Money = money(PART_MINOR, paid.total.currency);
  return {
    kind,
    idempotencyKey: `networks:${reference}:${kind}`,
    referenceNumber: reference,
    paymentReference: paid.referenceNumber,
    gatewayPayment,
    askedAt: Date.now(),
    ...(kind !== 'void' && { amount }),
  };
}

async function operate({ gateway, settings }: TestAccount, request: ReturnType<typeof operation>) {
  const report = await gatewayFor(gateway).operate?.(settings, request);
  assert.ok(report, 'nothing can be done there');
  return report;
}

function nameOf({
  gatewayPayment,
  gatewayReference,
}: {
  readonly gatewayPayment?: string;
  readonly gatewayReference?: string;
}): string {
  const name = gatewayPayment ?? gatewayReference;
  assert.ok(name !== undefined, 'the network has not named the payment');
  return name;
}

function newReference(): ReferenceNumber {
  const reference = referenceNumber(`net${randomBytes(5).toString('hex')}`);
  assert.ok(reference);
  return reference;
}

/** An origin of a Content-Security-Policy may have a star in the place of the first name. */
function isOn(url: URL, allowed: string): boolean {
  const [scheme = '', host = ''] = allowed.split('://');
  if (url.protocol !== `${scheme}:`) return false;
  return host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host;
}
