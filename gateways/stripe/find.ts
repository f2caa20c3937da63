import { GatewayFault, type AttemptNames } from '../gateway.ts';
import { accepted, get } from './client.ts';
import { objectsIn } from './shapes.ts';
import type { StripeSettings } from './settings.ts';

const PAGE = 100;
const MOST_PAGES = 10;
/** An attempt is asked for, and asked for again, within this time of its beginning. */
const WINDOW_S = 60 * 60;
/** Clocks differ, by ten minutes and more. */
const SLACK_S = 15 * 60;

/** The id of the session or intent of an attempt, where its first answer was lost; its list is read back from the newest. */
export async function findId(settings: StripeSettings, names: AttemptNames): Promise<string> {
  const { referenceNumber } = names;
  for (const path of ['/v1/checkout/sessions', '/v1/payment_intents']) {
    const id = await findIn(settings, path, names);
    if (id !== undefined) return id;
  }
  // A list is no proof that there is nothing, and never for certain what it will be.
  throw new GatewayFault(
    'unknown',
    `Stripe lists no payment ${referenceNumber}: look for it in its dashboard.`,
  );
}

/** The same of saved cards' charges only; undefined where there is none. */
export async function findIntentId(
  settings: StripeSettings,
  names: AttemptNames,
): Promise<string | undefined> {
  return findIn(settings, '/v1/payment_intents', names);
}

async function findIn(
  settings: StripeSettings,
  path: string,
  { referenceNumber, askedAt }: AttemptNames,
): Promise<string | undefined> {
  // A merchant's test clock may be days ahead of Stripe's: what it asks for now was made within the hour that ends now.
  const now = Date.now();
  const began = Math.floor((askedAt > now ? now - WINDOW_S * 1000 : askedAt) / 1000);
  const created = { gte: began - SLACK_S, lte: began + WINDOW_S + SLACK_S };
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await get(settings, path, { created, limit: PAGE, starting_after: after });
    const { data, has_more } = objectsIn(accepted(answer, 'a list'));
    const found = data.find(({ metadata }) => metadata?.reference === referenceNumber);
    if (found) return found.id;
    after = data.at(-1)?.id;
    if (!has_more || after === undefined) return undefined;
  }
  throw new GatewayFault('unknown', 'Stripe has too many payments of that hour to look through.');
}
