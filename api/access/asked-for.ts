import type { Context } from 'koa';
import type { IncomingMessage } from 'node:http';
import type { OfficeLogin } from '../../domain/office-login.ts';
import type { User } from '../../domain/user.ts';

/** A person who is logged in, and the login of their browser. */
export interface LoggedIn {
  readonly user: User;
  readonly login: OfficeLogin;
}

/**
 * Requests that a page of the office makes inside of this process, by the object of the request. What comes from the network is
 * another object, whatever it says, so nobody can forge an entry and no cookie is a credential of the API (contract/logins#inside).
 */
const asked = new WeakMap<IncomingMessage, { readonly person: LoggedIn; readonly page: Context }>();

/** From now on this request is one that a page makes for a person who is logged in. For requests that were made in this process only. */
export function askFor(request: IncomingMessage, person: LoggedIn, page: Context): void {
  asked.set(request, { person, page });
}

/** The person for whom a page makes this request; nothing for one that came from the network. */
export function askedFor(request: IncomingMessage): LoggedIn | undefined {
  return asked.get(request)?.person;
}

/** The page that makes this request: it answers the person's browser. */
export function pageAsking(request: IncomingMessage): Context | undefined {
  return asked.get(request)?.page;
}
