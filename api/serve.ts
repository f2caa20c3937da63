import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { authorize } from './access/authorize.ts';
import { countBy } from './access/count-request.ts';
import { authorizeLogin } from './access/authorize-login.ts';
import { recorded } from './access/recorded.ts';
import { deprecated } from './middleware/deprecated.ts';
import { idempotent, PATIENCE } from './middleware/idempotency.ts';
import { sentBody } from './middleware/sent-body.ts';
import { pageErrors } from './pages/message.ts';
import { isAudited, type Route, type RouteDeps } from './route.ts';

/** The routes as their declarations say, in their order. Throws when two have one address. */
export function routerOf(deps: RouteDeps): Router {
  const router = new Router();
  const known = new Set<string>();
  for (const one of deps.routes) {
    const address = `${one.method} ${one.path}`;
    if (known.has(address)) throw new Error(`${address} is declared twice.`);
    known.add(address);
    if (one.onlyWhere?.(deps) ?? true) router.register(one.path, [one.method], stepsOf(deps, one));
  }
  return router;
}

/** What stands before a route and around it, from the outside to the inside. */
function stepsOf(deps: RouteDeps, one: Route): Middleware[] {
  const { store } = deps;
  const patience = {
    ...PATIENCE,
    ...(one.idempotent === 'sealed' && { sealed: true as const }),
    ...(one.idempotent === 'accepted' && { accepted: true as const }),
  };
  return [
    ...(one.deprecated ? [deprecated(one.deprecated(deps))] : []),
    ...(one.around?.(deps) ?? []),
    ...authorization(deps, one),
    ...(one.page ? [pageErrors(deps)] : []),
    ...(one.limit ? [countBy(one.limit, deps, one)] : []),
    ...(one.within?.(deps) ?? []),
    ...(one.idempotent && one.idempotent !== 'own' ? [idempotent(store.claims, patience)] : []),
    answering(deps, one),
  ];
}

/** No route is reached but through this: who is not let in by `who` is refused, and what is audited is recorded. */
function authorization(deps: RouteDeps, one: Route): readonly Middleware[] {
  if (one.authorize) return [one.authorize(deps, one)];
  if (one.who.includes('login')) return [authorizeLogin(deps, one)];
  if (one.who.length > 0) return [authorize(deps, one)];
  return isAudited(one) ? [recorded(deps, one)] : [];
}

/** Writes down what `handle` gives, as the declared answer. */
function answering(deps: RouteDeps, one: Route): Middleware {
  const { answers = {}, body, handle } = one;
  const actOn = handle(deps);
  const act = (ctx: Context) => {
    const sent = body && !('jsonSchema' in body) ? sentBody(ctx, { ...one, body }) : undefined;
    // The declaration has been checked against its path, by which we are here, and the schema that the body is read by.
    return actOn(ctx as never, sent as never);
  };
  const [only, ...others] = Object.keys(answers).map(Number);
  if (only === undefined)
    return async (ctx) => {
      await act(ctx);
    };
  if (others.length === 0)
    return async (ctx) => {
      write(ctx, only, await act(ctx));
    };
  return async (ctx) => {
    const given = (await act(ctx)) as
      | { readonly status: number; readonly body: unknown }
      | undefined;
    if (given) write(ctx, given.status, given.body);
  };
}

/** Without a body the answer has none, or `handle` has written it. */
function write(ctx: Context, status: number, body: unknown): void {
  if (body !== undefined) ctx.body = body;
  ctx.status = status;
}
