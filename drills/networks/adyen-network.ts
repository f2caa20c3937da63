import { randomBytes } from 'node:crypto';
import type { BookEntry } from './adyen/book.ts';
import { textOf } from './adyen/json.ts';
import type { Page } from './adyen/network.ts';
import { AdyenStandIn } from './adyen/server.ts';
import { openFront } from './front.ts';
import { DECLINED_CARD, type BookedPayment, type Network } from './network.ts';
import { GATEWAY_TIMEOUT_MS } from './sandbox.ts';
import { standInNetwork, type StandInMove, type StandInSide } from './stand-in-network.ts';

/** What the calls of the connector are in the simulator's words. */
const CALLS: readonly (readonly [RegExp, string])[] = [
  [/^POST \/v\d+\/(?:paymentLinks|sessions)$/, 'create'],
  [/^PATCH /, 'close'],
  [/^POST \/v\d+\/payments$/, 'charge'],
  [/\/captures$/, 'capture'],
  [/\/cancels$/, 'void'],
  [/\/refunds$/, 'refund'],
];
const MOVES = {
  authorisation: 'authorize',
  capture: 'capture',
  cancel: 'void',
  refund: 'refund',
} as const;
const REFUSED = { code: '2', reason: 'Refused' };

/** Stand-ins of Adyen in place of the simulator. */
export function adyenDrillNetwork(): Network {
  return standInNetwork({
    name: 'adyen',
    pageIn: (location) => /\/pay\/((?:PL|CS)?[A-Z0-9]+)$/.exec(location)?.[1],
    strangeKey: { api_key: 'AQEstrange' },
    openSide,
  });
}

async function openSide(notifyUrl: string): Promise<StandInSide> {
  const secret = randomBytes(32).toString('hex');
  const [apiKey, user, password] = [`AQE${secret}`, 'adyen', secret];
  const merchantAccount = 'DrillECOM';
  const adyen = new AdyenStandIn({ apiKey, merchantAccount, hmacKey: secret, user, password });
  await adyen.start();
  const { network } = adyen;
  const front = await openFront({
    standIn: () => adyen.url,
    notifyUrl,
    nameOf: (method, path) => {
      const { pathname } = new URL(path, 'http://adyen');
      return CALLS.find(([pattern]) => pattern.test(`${method} ${pathname}`))?.[1] ?? 'inquire';
    },
    before: ({ path, inside }) => {
      if (path.endsWith('/refunds')) network.holdsModifications = inside?.fault === 'queued';
      if (inside?.fault === 'declined') network.nextCharge = REFUSED;
    },
  });
  adyen.webhooks.url = front.eventsUrl;
  return {
    front,
    settings: {
      url: front.url,
      api_key: apiKey,
      merchant_account: merchantAccount,
      hmac_keys: [secret],
      webhook_user: user,
      webhook_password: password,
      timeout_ms: GATEWAY_TIMEOUT_MS,
    },
    referenceOn: (page) => {
      const found = network.page(page);
      return found && referenceOf(textOf(found.request, 'reference'));
    },
    pay: async (page, card) => {
      const found = network.page(page);
      if (found?.status !== 'active' || isOver(found)) return false;
      await network.leave(found, card === DECLINED_CARD ? REFUSED : undefined);
      return true;
    },
    payments: () => [
      ...network.pages.filter(({ status }) => status !== 'completed').map(pagePayment),
      ...network.book.entries.filter(({ entry }) => entry === 'authorisation').map(payment),
    ],
    operations: () =>
      network.undecided.map(({ payment, names }) => ({
        id: names.pspReference,
        kind: 'refund',
        status: 'QUEUED',
        merchant_reference: operationOf(names.reference) ?? '',
        payment,
      })),
    moved: () => network.book.entries.flatMap((entry) => moveOf(entry) ?? []),
    decide: (operation, outcome) =>
      network.decideOne(operation, outcome === 'done' ? undefined : 'Refund is not possible'),
    stop: async () => {
      await adyen.stop();
      if (adyen.keyConflicts > 0)
        throw new Error(`${adyen.keyConflicts} requests came under the key of another one.`);
    },
  };
}

function isOver({ request }: Page): boolean {
  return Date.now() > Date.parse(textOf(request, 'expiresAt'));
}

function pagePayment(page: Page): BookedPayment {
  return {
    id: page.id,
    merchant_reference: referenceOf(textOf(page.request, 'reference')),
    // Whose time is over was never used: only what was closed is the network's word on it.
    status: page.status === 'active' ? 'PENDING' : 'CANCELED',
  };
}

function payment({ payment: id, reference }: BookEntry): BookedPayment {
  const status = isHold(reference) ? 'AUTHORIZED' : 'CAPTURED';
  return { id, merchant_reference: referenceOf(reference), status };
}

/** An authorisation that is captured at once is one movement, which the book tells as a capture. */
function moveOf({ entry, payment: id, reference, operation, amount }: BookEntry) {
  if (entry === 'authorisation' && !isHold(reference)) return undefined;
  if (entry === 'capture-failed' || entry === 'refund-failed') return undefined;
  const name = operation === undefined ? undefined : operationOf(operation);
  const move: StandInMove = {
    payment: id,
    reference: referenceOf(reference),
    entry: MOVES[entry],
    ...(name !== undefined && { operation: name }),
    fils: amount.value,
  };
  return move;
}

/** The engine names a payment `<reference>` with marks behind points, and an operation `<payment>.<operation>`. */
function referenceOf(name: string): string {
  return name.split('.')[0] ?? '';
}

function operationOf(name: string): string | undefined {
  return name.split('.')[1];
}

function isHold(name: string): boolean {
  return name.split('.').includes('hold');
}
