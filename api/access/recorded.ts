import type { Context, Middleware } from 'koa';
import { sessionId, type MerchantId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { AuditLog } from '../../store/audit.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { problemOf } from '../middleware/errors.ts';
import { subjectOf } from '../middleware/route-of.ts';
import { isAudited, type Route } from '../route.ts';
import type { Caller } from './caller.ts';
import type { AuditSubject } from '../../store/audit-entry.ts';

export interface RecordDeps extends Pick<ApiDeps, 'clientAddress' | 'drain' | 'logger'> {
  readonly store: { readonly audit: Pick<AuditLog, 'append' | 'note'> };
}

/** Who is about to change something of which merchant. */
export interface Doer extends AuditSubject {
  readonly who: string;
  /** Nobody's is what is tried by a name that there is not. */
  readonly merchantId?: MerchantId;
  /** What they want it to be; only the entry of the beginning has it. */
  readonly change?: JsonObject;
}

export type Intent = (doer: Doer) => Promise<void>;

/** Who is about to log in: what was typed as a name may be anything, a password included. */
export const NOBODY_YET = 'nobody yet';

/**
 * Stands around a route that changes something, by its declaration, or by another that it asks; `within` is what authorizes it. What
 * `intend` writes is the beginning of a request in the audit log; how it ended is written when the answer is known, and
 * nobody waits for that.
 */
export function recorded(
  deps: RecordDeps,
  route: Route,
  within: Middleware = (_, next) => next(),
): Middleware {
  const { name } = route;
  if (!isAudited(route) && route.method === 'GET')
    throw new Error(`${name} changes nothing by its declaration.`);
  return async (ctx, next) => {
    const { requestId } = ctx.state;
    let begun: Doer | undefined;
    const intent: Intent = async (doer) => {
      const { change, ...known } = doer;
      const { who, ...about } = known;
      const action = {
        name: 'request',
        route: name,
        requestId,
        ...about,
        ...(change && { change }),
      } as const;
      await deps.store.audit.append({ at: Date.now(), who, from: deps.clientAddress(ctx), action });
      begun = known;
    };
    ctx.state.intent = intent;
    let status: number | undefined;
    try {
      await within(ctx, next);
    } catch (error) {
      ({ status } = problemOf(error, requestId));
      throw error;
    } finally {
      if (begun) tellEnd(deps, ctx, { name, requestId, doer: begun, status: status ?? ctx.status });
    }
  };
}

/**
 * Writes into the audit log who is about to change what. Resolves when it is kept, and not before may anything change;
 * rejects when it cannot be kept, and then nothing may.
 */
export async function intend(ctx: Context, doer: Doer): Promise<void> {
  const { intent } = ctx.state;
  if (!intent) throw new Error('A route changes something and is not recorded.');
  await intent(doer);
}

/** From now on the request is known to be somebody's: of a login, when it has succeeded. */
export function nowKnownAs(ctx: Context, who: string): void {
  ctx.state.doer = who;
}

/** From now on it is known to be about one of ours, named as in `AuditSubject`. */
export function nowAbout(ctx: Context, subject: string): void {
  ctx.state.subject = subject;
}

/** A user, as what a request is about. */
export function subjectUser({ id }: { readonly id: number }): string {
  return `user:${id}`;
}

/** A caller's name in the audit log: how they said who they are, and the part of it that is no secret. */
export function nameOf(caller: Caller): string {
  switch (caller.kind) {
    case 'key':
      return `key:${caller.keyId}`;
    case 'public':
      return `public-key:${caller.keyId}`;
    case 'user':
      return `user:${caller.user.username}`;
    default:
      return unreachable(caller);
  }
}

/** What a request is about by its address or its body: a session id, also that of a request for approval, or the number of a user. */
export function subjectIn(ctx: Context): AuditSubject {
  const { session_id, id, user_id } = ctx['params'] ?? {};
  const given: unknown = session_id ?? id ?? bodyOf(ctx)['session_id'];
  const session = typeof given === 'string' ? sessionId(given) : undefined;
  const user = /^\d{1,9}$/.test(String(user_id)) ? Number(user_id) : undefined;
  return {
    ...(session !== undefined && { sessionId: session }),
    ...(user !== undefined && { subject: subjectUser({ id: user }) }),
  };
}

function tellEnd(
  { store, clientAddress, drain, logger }: RecordDeps,
  ctx: Context,
  {
    name,
    requestId,
    doer: begun,
    status,
  }: {
    readonly name: string;
    readonly requestId: string;
    readonly doer: Doer;
    readonly status: number;
  },
): void {
  const { who, ...about } = begun;
  const { sessionId: answered, ...more } = subjectOf(ctx);
  const { doer, subject } = ctx.state;
  const isChild = about.sessionId !== undefined && answered !== about.sessionId;
  const end = store.audit.note({
    at: Date.now(),
    who: doer ?? who,
    from: clientAddress(ctx),
    action: {
      name: 'answer',
      route: name,
      requestId,
      ...about,
      ...more,
      ...(subject !== undefined && { subject }),
      ...(answered !== undefined && { [isChild ? 'childSessionId' : 'sessionId']: answered }),
      status,
    },
  });
  drain.hold(end).catch((error: unknown) => {
    logger.error({ err: error, requestId }, 'the audit log does not know how a request ended');
  });
}
