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

const SESSIONS = '/v1/checkout/sessions';
const INTENTS = '/v1/payment_intents';

/** The id of the session or intent of an attempt, where its first answer was lost; their lists are read back from the newest. */
export async function findId(settings: StripeSettings, names: AttemptNames): Promise<string> {
  const id = await findIn(settings, [SESSIONS, INTENTS], names);
  if (id !== undefined) return id;
  // A list is no proof that there is nothing, and never for certain what it will be.
  throw new GatewayFault(
    'unknown',
    `Stripe lists no payment ${names.referenceNumber}: look for it in its dashboard.`,
  );
}

/** The same of saved cards' charges only; undefined where there is none. */
export async function findIntentId(
  settings: StripeSettings,
  names: AttemptNames,
): Promise<string | undefined> {
  return findIn(settings, [INTENTS], names);
}

/** Page by page of all lists at once: where one has more than is looked through, what stands in another is found all the same. */
async function findIn(
  settings: StripeSettings,
  paths: readonly string[],
  { referenceNumber, askedAt }: AttemptNames,
): Promise<string | undefined> {
  // A merchant's test clock may be days ahead of Stripe's: what it asks for now was made within the hour that ends now.
  const now = Date.now();
  const began = Math.floor((askedAt > now ? now - WINDOW_S * 1000 : askedAt) / 1000);
  const created = { gte: began - SLACK_S, lte: began + WINDOW_S + SLACK_S };
  let lists: readonly { readonly path: string; readonly after?: string }[] = paths.map((path) => ({
    path,
  }));
  for (let page = 0; page < MOST_PAGES && lists.length > 0; page += 1) {
    const pages = await Promise.all(
      lists.map(async ({ path, after }) => {
        const answer = await get(settings, path, { created, limit: PAGE, starting_after: after });
        return { path, ...objectsIn(accepted(answer, 'a list')) };
      }),
    );
    for (const { path, data } of pages) {
      // The intent of a page has the reference, too: how the page stands, only its session says.
      const found = data.find(
        ({ metadata }) =>
          metadata?.reference === referenceNumber &&
          (path === SESSIONS || metadata.by !== undefined),
      );
      if (found) return found.id;
    }
    lists = pages.flatMap(({ path, data, has_more }) => {
      const after = data.at(-1)?.id;
      return has_more && after !== undefined ? [{ path, after }] : [];
    });
  }
  if (lists.length === 0) return undefined;
  throw new GatewayFault('unknown', 'Stripe has too many payments of that hour to look through.');
}
