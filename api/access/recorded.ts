import type { Context, Middleware } from 'koa';
import { sessionId, type MerchantId } from '../../domain/ids.ts';
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
  readonly merchantId: MerchantId;
}

export type Intent = (doer: Doer) => Promise<void>;

/**
 * Stands around a route that changes something, by its declaration; `within` is what authorizes it. What
 * `intend` writes is the beginning of a request in the audit log; how it ended is written when the answer is known, and
 * nobody waits for that.
 */
export function recorded(
  deps: RecordDeps,
  route: Route,
  within: Middleware = (_, next) => next(),
): Middleware {
  const { name } = route;
  if (!isAudited(route)) throw new Error(`${name} changes nothing by its declaration.`);
  return async (ctx, next) => {
    const { requestId } = ctx.state;
    let begun: Doer | undefined;
    const intent: Intent = async (doer) => {
      const { who, ...about } = doer;
      const action = { name: 'request', route: name, requestId, ...about } as const;
      await deps.store.audit.append({ at: Date.now(), who, from: deps.clientAddress(ctx), action });
      begun = doer;
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

/** The session id by which the address or the body says what a request is about. */
export function subjectIn(ctx: Context): AuditSubject {
  const given: unknown = ctx['params']?.['session_id'] ?? bodyOf(ctx)['session_id'];
  const session = typeof given === 'string' ? sessionId(given) : undefined;
  return session === undefined ? {} : { sessionId: session };
}

function tellEnd(
  { store, clientAddress, drain, logger }: RecordDeps,
  ctx: Context,
  {
    name,
    requestId,
    doer,
    status,
  }: {
    readonly name: string;
    readonly requestId: string;
    readonly doer: Doer;
    readonly status: number;
  },
): void {
  const { who, ...about } = doer;
  const { sessionId: answered, ...more } = subjectOf(ctx);
  const isChild = about.sessionId !== undefined && answered !== about.sessionId;
  const end = store.audit.note({
    at: Date.now(),
    who: ctx.state.doer ?? who,
    from: clientAddress(ctx),
    action: {
      name: 'answer',
      route: name,
      requestId,
      ...about,
      ...more,
      ...(answered !== undefined && { [isChild ? 'childSessionId' : 'sessionId']: answered }),
      status,
    },
  });
  drain.hold(end).catch((error: unknown) => {
    logger.error({ err: error, requestId }, 'the audit log does not know how a request ended');
  });
}
