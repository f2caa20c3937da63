import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ParsedUrlQuery } from 'node:querystring';
import { stayingPart } from '../api/access/login-cookie.ts';

/** What of an address says what has happened, and is shown as news. */
const NEWS = ['after', 'kept', 'exported', 'saved'] as const;
/** What shows that we have written it, in this login. */
const TOKEN = 'told';

/** The address of a page to which somebody is sent after a press, with what shows that its news are ours (contract/office#what-holds-for-every-page). */
export function telling(secret: string, to: string): string {
  const url = new URL(to, 'https://office.invalid');
  const news = newsIn((name) => url.searchParams.get(name));
  if (news.length === 0) return to;
  url.searchParams.set(TOKEN, tokenOf(secret, url.pathname, news));
  return `${url.pathname}${url.search}${url.hash}`;
}

/** What an address asks for: without its news, where anybody else may have written them. */
export function withoutMadeUpNews(
  secret: string,
  path: string,
  { [TOKEN]: token, ...query }: ParsedUrlQuery,
): ParsedUrlQuery {
  const news = newsIn((name) => query[name]);
  const [given, right] = [String(token), tokenOf(secret, path, news)].map((one) =>
    Buffer.from(one),
  );
  if (given && right && given.length === right.length && timingSafeEqual(given, right))
    return query;
  return Object.fromEntries(Object.entries(query).filter(([name]) => !isNews(name)));
}

function isNews(name: string): boolean {
  return NEWS.some((one) => one === name);
}

function newsIn(valueOf: (name: string) => unknown): readonly string[] {
  return NEWS.flatMap((name) => {
    const value = valueOf(name);
    return typeof value === 'string' ? [`${name}=${value}`] : [];
  });
}

/** Who can make a browser open an address cannot know it; of one page and one word. */
function tokenOf(secret: string, path: string, news: readonly string[]): string {
  return createHmac('sha256', stayingPart(secret))
    .update(JSON.stringify(['news', path, ...news]))
    .digest('base64url');
}
