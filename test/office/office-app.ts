import assert from 'node:assert/strict';
import { once } from 'node:events';
import Koa from 'koa';
import { pino } from 'pino';
import { accessOn } from '../../api/access/access.ts';
import { warnOfGuessing } from '../../api/access/guessing.ts';
import { issuersFor } from '../../api/access/issuers-for.ts';
import { LOGIN_TIMES } from '../../domain/office-login.ts';
import { officeLoginsOn } from '../../api/access/office-logins.ts';
import { proving } from '../../api/access/prove.ts';
import { clientAddressBehind } from '../../api/client-address.ts';
import { drain as newDrain } from '../../api/drain.ts';
import { limitsOn } from '../../api/limits/limits.ts';
import { errors } from '../../api/middleware/errors.ts';
import { secureHeaders } from '../../api/middleware/headers.ts';
import { notFound } from '../../api/middleware/not-found.ts';
import { requestLog } from '../../api/middleware/request-log.ts';
import type { Route, RouteDeps } from '../../api/route.ts';
import { routerOf } from '../../api/serve.ts';
import { serverOf } from '../../api/server.ts';
import { RECEIVING_LIMITS } from '../../config/defaults.ts';
import { contents } from '../../activities/message-content.ts';
import { officeAddresses } from '../../office/errors.ts';
import { officeRoutes } from '../../office/routes.ts';
import type { NotificationId } from '../../domain/ids.ts';
import type { AccountEvent } from '../../domain/notification/notification.ts';
import type { User } from '../../domain/user.ts';
import type { Store } from '../../store/index.ts';
import { DEMO } from '../api/support/records.ts';
import { aMerchant } from '../support/builders.ts';
import { isPasswordOnce } from '../support/passwords.ts';

export const PASSWORD = 'correct horse battery';

/** The office over HTTP with a real database, without the engine; and a clock that tests move. */
export interface OfficeApp {
  readonly url: string;
  readonly store: Store;
  readonly close: () => Promise<void>;
  /** From now on it is so much later for logins. */
  readonly later: (ms: number) => void;
  readonly person: (given?: Partial<User>) => Promise<User>;
  /** The next mail of this event to an address that nobody has read yet. */
  readonly mail: (to: string, event: AccountEvent) => Promise<OfficeMail>;
  /** All that is in the mailbox. */
  readonly mailbox: readonly OfficeMail[];
  /** All that nobody waits for is done. */
  readonly settled: () => Promise<void>;
  /** What the audit log has of an answer, by its id. */
  readonly audited: (answer: Pick<OfficeReply, 'headers'>) => Promise<readonly AuditTrace[]>;
}

/** An entry of the audit log, without what differs each time. */
export type AuditTrace = Readonly<Record<string, unknown>>;

/** A mail as it was written; without words when it was not to be sent any more. */
export interface OfficeMail {
  readonly to: readonly string[];
  readonly event: string;
  readonly text: string | undefined;
}

/** So long the database has for a count: what takes longer is counted in memory, from nothing, and no test is about that. */
export const COUNTING_MS = 5000;

export async function anOffice(
  store: Store,
  more: readonly Route[] = [],
  served: 'everywhere' | 'under its host' | 'nowhere' = 'everywhere',
  others: Partial<RouteDeps> = {},
): Promise<OfficeApp> {
  const logger = pino({ level: 'silent' });
  const drain = newDrain();
  const limits = limitsOn(store.rateLimits, {}, COUNTING_MS);
  const prove = proving(limits);
  let answer: ReturnType<Koa['callback']> | undefined;
  const server = serverOf((request, response) => answer?.(request, response), RECEIVING_LIMITS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const url = `http://127.0.0.1:${address.port}`;
  let ahead = 0;
  const mailbox: OfficeMail[] = [];
  const word = contents(store, { publicUrl: url, officeUrl: url });
  const access = {
    store,
    limits,
    logger,
    prove,
    warn: (guessed: Parameters<typeof warnOfGuessing>[1]) => warnOfGuessing(deps, guessed),
    hold: drain.hold,
    publicUrl: url,
    outsideIssuers: [],
    isPassword: isPasswordOnce,
  };
  const deps: RouteDeps = {
    store,
    logger,
    drain,
    limits,
    prove,
    engine: {
      sendMessage: async (id: NotificationId) => {
        const found = await store.notifications.find(id);
        assert.ok(found);
        const worded = await word(found, aMerchant({ name: 'Pearl' }));
        mailbox.push({ to: found.to, event: found.event, text: worded?.text });
        return true;
      },
    },
    access: accessOn(access),
    issuers: issuersFor({ allow: ['127.0.0.0/8'], mode: 'embedded' }),
    clientAddress: clientAddressBehind([]),
    publicUrl: url,
    ...(served !== 'nowhere' && {
      office: {
        logins: officeLoginsOn(store, () => Date.now() + ahead),
        times: LOGIN_TIMES,
        url: served === 'everywhere' ? url : 'https://office.example',
        isOnlyThere: served === 'under its host',
      },
    }),
    routes: [...officeRoutes, ...more],
    ...others,
  } as unknown as RouteDeps;
  const app = new Koa();
  app.use(requestLog(logger));
  app.use(secureHeaders);
  app.use(errors(logger));
  app.use(officeAddresses(deps));
  app.use(notFound);
  const router = routerOf(deps);
  app.use(router.routes());
  app.use(router.allowedMethods());
  answer = app.callback();
  let people = 0;
  return {
    url,
    store,
    mailbox,
    settled: () => drain.empty(),
    audited: async ({ headers }) => {
      await drain.empty();
      const found: AuditTrace[] = [];
      for await (const { who, action } of store.audit.entries()) {
        const { requestId, ...said }: AuditTrace = { ...(action as object) };
        if (requestId === headers.get('x-request-id')) found.push({ who, ...said });
      }
      return found;
    },
    mail: async (to, event) => {
      await drain.empty();
      const at = mailbox.findIndex((one) => one.event === event && one.to.includes(to));
      const [found] = at === -1 ? [] : mailbox.splice(at, 1);
      assert.ok(found, `There is no mail "${event}" to ${to}.`);
      return found;
    },
    close: async () => {
      server.close();
      await once(server, 'close');
      await drain.empty();
    },
    later: (ms) => {
      ahead += ms;
    },
    person: async (given = {}) => {
      people += 1;
      const user = await store.users.create({
        merchantId: DEMO,
        // In letters, too: so many digits alone may be the number of a card, which no form may hold.
        username: `person-${people}-x${Date.now().toString(36)}`,
        email: 'person@shop.example',
        active: true,
        superuser: false,
        service: false,
        permissions: [],
        ...given,
        password: PASSWORD,
      });
      assert.ok(user);
      return user;
    },
  };
}

/** An answer, read to its end, with the value of the cookie that it gives. */
export interface OfficeReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string;
  readonly cookie: string | undefined;
}

/** Where an answer leads, without what shows that its news are ours (office/news.ts). */
export function leadsTo({ location }: Pick<OfficeReply, 'location'>): string {
  return location.replace(/&told=[\w-]{43}/, '');
}

/** Where the link of a page leads that shows it in Arabic; empty where it has none. */
export function arabicOf(page: string): string {
  const [, href = ''] = /<a class="language" href="([^"]*)"/.exec(page) ?? [];
  return href.replaceAll('&amp;', '&');
}

/** A browser's requests, with its cookie. */
export async function browse(
  url: string,
  {
    cookie,
    form,
    headers = {},
  }: {
    readonly cookie?: string | undefined;
    readonly form?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<OfficeReply> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: {
      ...(cookie !== undefined && { Cookie: `__Host-office=${cookie}` }),
      ...(form && { Origin: new URL(url).origin, 'Sec-Fetch-Site': 'same-origin' }),
      ...headers,
    },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const given = /(?:^|, )__Host-office=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    location: response.headers.get('location') ?? '',
    cookie: given,
  };
}

/** The cookie of a person who has logged in by the page. */
export async function loggedIn(office: OfficeApp, { username }: User): Promise<string> {
  const answer = await browse(`${office.url}/office/login`, {
    form: { username, password: PASSWORD },
  });
  assert.equal(answer.status, 303, answer.text);
  assert.ok(answer.cookie);
  return answer.cookie;
}
