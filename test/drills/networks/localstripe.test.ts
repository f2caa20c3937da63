import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { localstripe } from '../../../dev/servers/localstripe.ts';
import type { StripeJson } from '../../../drills/networks/stripe/form.ts';
import { createStripe } from '../../../drills/networks/stripe/server.ts';
import { encodedForm, type FormFields } from '../../../gateways/form.ts';
import { EXPIRY_YEAR } from '../../../drills/networks/card-expiry.ts';
import { until } from '../../support/http.ts';
import { skipSuite } from '../../support/skipping.ts';

const SECRET_KEY = 'sk_test_pearl7f3a';
const GOOD = '4242424242424242';
const DECLINED_LATER = '4000000000000341';
const ASKS_ALWAYS = '4000002760003184';

interface Answered {
  readonly status: number;
  readonly body: StripeJson;
}

interface KeptCard extends FormFields {
  readonly payment_method: string;
  readonly customer: string;
}

/** One of the two stand-ins. */
interface Side {
  readonly post: (path: string, fields: FormFields, key?: string) => Promise<Answered>;
  readonly get: (path: string) => Promise<Answered>;
  /** A card that is kept for a customer. */
  readonly saved: (number: string) => Promise<KeptCard>;
}

/** What the connector asks, as far as both can be asked it, and what each says. */
interface Row {
  readonly name: string;
  readonly walk: (side: Side) => Promise<readonly string[]>;
  readonly ours: readonly string[];
  /** Left out where it says the same. */
  readonly differs?: { readonly theirs: readonly string[]; readonly why: string };
}

async function charged(side: Side, fields: FormFields = {}, number = GOOD, key?: string) {
  const card = await side.saved(number);
  return side.post('/v1/payment_intents', { ...CHARGE, ...card, ...fields }, key);
}

const CHARGE = { amount: 12_340, currency: 'kwd', confirm: true };
const HOLD = { capture_method: 'manual' };

async function onIntent(side: Side, { body }: Answered, what: string, fields: FormFields = {}) {
  return side.post(`/v1/payment_intents/${body['id']}/${what}`, fields);
}

async function refunded(side: Side, { body }: Answered, amount: number) {
  return side.post('/v1/refunds', { payment_intent: body['id'], amount });
}

/** Status, state, and how much moved; of a no to the card why. A no to us has codes of its own in each. */
function seen({ status, body }: Answered): string {
  if (status === 400) return '400';
  const { status: state, amount_received: received, amount, error = {} } = body;
  const moved = state === 'succeeded' ? (received ?? amount) : undefined;
  const said = [state, moved, error['code'], error['decline_code']];
  return [status, ...said.filter((one) => one !== undefined && one !== null)].join(' ');
}

const ROWS: readonly Row[] = [
  {
    name: 'a charge',
    walk: async (side) => [seen(await charged(side))],
    ours: ['200 succeeded 12340'],
  },
  {
    name: 'a hold that is captured, and once more',
    walk: async (side) => {
      const held = await charged(side, HOLD);
      const captures = [
        await onIntent(side, held, 'capture'),
        await onIntent(side, held, 'capture'),
      ];
      return [held, ...captures].map(seen);
    },
    ours: ['200 requires_capture', '200 succeeded 12340', '400'],
  },
  {
    name: 'a part of a hold, and more than there is',
    walk: async (side) => {
      const [one, other] = [await charged(side, HOLD), await charged(side, HOLD)];
      return [
        await onIntent(side, one, 'capture', { amount_to_capture: 5000 }),
        await onIntent(side, other, 'capture', { amount_to_capture: 12_350 }),
      ].map(seen);
    },
    ours: ['200 succeeded 5000', '400'],
    differs: {
      theirs: ['200 succeeded 12340', '400'],
      why: 'it says no amount_received, and books the rest of a hold as a refund',
    },
  },
  {
    name: 'the reference of a capture',
    walk: async (side) => {
      const held = await charged(side, HOLD);
      return [seen(await onIntent(side, held, 'capture', { metadata: { capture: 'demoCAPT22' } }))];
    },
    ours: ['200 succeeded 12340'],
    differs: {
      theirs: ['400'],
      why: 'a capture has no metadata there; the official schema has it',
    },
  },
  {
    name: 'a hold that is given up, and once more',
    walk: async (side) => {
      const held = await charged(side, HOLD);
      return [await onIntent(side, held, 'cancel'), await onIntent(side, held, 'cancel')].map(seen);
    },
    ours: ['200 canceled', '400'],
  },
  {
    name: 'a refund in part, and more than was paid',
    walk: async (side) => {
      const paid = await charged(side);
      return [await refunded(side, paid, 2500), await refunded(side, paid, 99_990)].map(seen);
    },
    ours: ['200 succeeded 2500', '400'],
    differs: {
      theirs: ['200 succeeded 2500', '200 succeeded 99990'],
      why: 'it gives back more than was paid',
    },
  },
  {
    name: 'the same request under its key, and another one',
    walk: async (side) => {
      const card = await side.saved(GOOD);
      const ask = (amount: number) =>
        side.post('/v1/payment_intents', { ...CHARGE, ...card, amount }, 'key-of-a-try');
      const [first, again, other] = [await ask(12_340), await ask(12_340), await ask(12_350)];
      const isSame = first.body['id'] === again.body['id'];
      return [isSame ? 'one payment' : 'two payments', seen(other).slice(0, 3)];
    },
    ours: ['one payment', '400'],
    differs: {
      theirs: ['two payments', '200'],
      why: 'it takes no notice of keys (docs.stripe.com/api/idempotent_requests)',
    },
  },
  {
    name: 'nothing, and fils that do not end in 0',
    walk: async (side) => [
      seen(await charged(side, { amount: 0 })),
      seen(await charged(side, { amount: 12_345 })),
    ],
    ours: ['400', '400'],
    differs: {
      theirs: ['400', '200 succeeded 12345'],
      why: 'it knows no steps of currencies (docs.stripe.com/currencies)',
    },
  },
  {
    name: 'a kept card that is declined when it is charged',
    walk: async (side) => [seen(await charged(side, {}, DECLINED_LATER))],
    ours: ['402 card_declined generic_decline'],
    differs: {
      theirs: ['402 card_declined'],
      why: 'it says no decline_code (docs.stripe.com/declines/codes)',
    },
  },
  {
    name: 'a charge without its customer, whose bank wants to ask them',
    walk: async (side) => [seen(await charged(side, { off_session: true }, ASKS_ALWAYS))],
    ours: ['402 authentication_required authentication_required'],
    differs: {
      theirs: ['200 requires_action'],
      why: 'it waits for somebody who is not there (docs.stripe.com/testing, card …3184)',
    },
  },
  {
    name: 'a card that was forgotten',
    walk: async (side) => {
      const card = await side.saved(GOOD);
      await side.post(`/v1/payment_methods/${card.payment_method}/detach`, {});
      return [seen(await side.post('/v1/payment_intents', { ...CHARGE, ...card }))];
    },
    ours: ['400'],
    differs: { theirs: ['200 succeeded 12340'], why: 'it charges a detached card' },
  },
  {
    name: 'payments by their time',
    walk: async (side) => [
      String((await side.get('/v1/payment_intents?created[gte]=1&limit=1')).status),
    ],
    ours: ['200'],
    differs: {
      theirs: ['400'],
      why: 'its lists have no filter by time; the official schema has it',
    },
  },
];

describe('the stand-in of Stripe, beside localstripe', function () {
  this.timeout(5 * 60_000);
  const stripe = createStripe(SECRET_KEY);
  let theirProcess: ChildProcess | undefined;
  let ours: Side;
  let theirs: Side;

  before(async function () {
    const found = await localstripe();
    if ('lacks' in found) skipSuite(this, `localstripe: ${found.lacks}`);
    await stripe.listen();
    const port = await freePort();
    theirProcess = spawn(found.command, [...found.args, String(port)], {
      env: found.env,
      stdio: 'ignore',
    });
    const ask = asking(`http://127.0.0.1:${port}`);
    await until('localstripe', async () => {
      try {
        return (await ask.get('/v1/payment_intents')).status === 200;
      } catch {
        return false;
      }
    });
    theirs = { ...ask, saved: (number) => savedThere(ask, number) };
    ours = { ...asking(stripe.url()), saved: async (number) => savedHere(number) };
  });
  after(async () => {
    if (theirProcess?.exitCode === null) {
      const ended = once(theirProcess, 'exit');
      theirProcess.kill();
      await ended;
    }
    if (stripe.url() !== '') await stripe.close();
  });

  for (const { name, walk, ours: expected, differs } of ROWS)
    it(`says ${differs ? 'otherwise' : 'the same'} of ${name}${differs ? `: ${differs.why}` : ''}`, async () => {
      assert.deepEqual(await walk(ours), expected);
      assert.deepEqual(await walk(theirs), differs?.theirs ?? expected);
    });

  function savedHere(number: string): KeptCard {
    const { book } = stripe;
    const page = book.createSession({
      mode: 'setup',
      currency: 'kwd',
      success_url: 'https://shop.example.test/',
      cancel_url: 'https://shop.example.test/',
      client_reference_id: 'demoSAVED22',
      customer_creation: 'always',
    });
    book.pay(page['id'], number);
    const method = book.all('payment_method').find((one) => one['customer'] !== null);
    assert.ok(method);
    return { payment_method: method['id'], customer: method['customer'] };
  }
});

async function savedThere({ post }: Omit<Side, 'saved'>, number: string): Promise<KeptCard> {
  const card = { number, exp_month: 3, exp_year: Number(EXPIRY_YEAR), cvc: '123' };
  const method = await post('/v1/payment_methods', { type: 'card', card });
  const customer = await post('/v1/customers', {});
  const payment_method = String(method.body['id']);
  const names = { payment_method, customer: String(customer.body['id']) };
  await post(`/v1/payment_methods/${payment_method}/attach`, { customer: names.customer });
  return names;
}

function asking(url: string): Omit<Side, 'saved'> {
  const ask = async (
    path: string,
    { headers = {}, ...init }: { headers?: Record<string, string>; method?: string; body?: string },
  ): Promise<Answered> => {
    const answer = await fetch(new URL(path, url), {
      ...init,
      headers: { ...headers, Authorization: `Bearer ${SECRET_KEY}` },
    });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    get: (path) => ask(path, {}),
    post: (path, fields, key) =>
      ask(path, {
        method: 'POST',
        body: encodedForm(fields),
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
      }),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  server.close();
  await once(server, 'close');
  return address.port;
}
