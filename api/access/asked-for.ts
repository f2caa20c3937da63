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
const asked = new WeakMap<IncomingMessage, LoggedIn>();

/** From now on this request is one of a person who is logged in. For requests that were made in this process only. */
export function askFor(request: IncomingMessage, person: LoggedIn): void {
  asked.set(request, person);
}

/** The person for whom a page makes this request; nothing for one that came from the network. */
export function askedFor(request: IncomingMessage): LoggedIn | undefined {
  return asked.get(request);
}
