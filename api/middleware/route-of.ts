import type { Context } from 'koa';
import { REFERENCE_ALPHABET, referenceNumber, sessionId } from '../../domain/ids.ts';

/** The pattern of the route that served a request, without anybody's ids; "none" where there is no such route. */
export function routeOf(ctx: Context): string {
  const route: unknown = ctx['_matchedRoute'];
  return typeof route === 'string' ? route : 'none';
}

/**
 * What a request is about, by the ids in its path or, when it made something, in its answer. What is not an id of ours was
 * typed by somebody, and is left out.
 */
export function subjectOf(ctx: Context): Readonly<Record<string, string>> {
  const session =
    sessionId(textIn(ctx['params'], 'session_id')) ??
    sessionId(textIn(ctx['params'], 'id')) ??
    sessionId(textIn(ctx.body, 'session_id'));
  const reference = referenceNumber(textIn(ctx['params'], 'reference'));
  return {
    ...(session !== undefined && { sessionId: session }),
    ...(reference !== undefined && isOurs(reference, ctx) && { referenceNumber: reference }),
  };
}

/** Of our alphabet and known to us: what was not found may be anything that somebody pasted. */
function isOurs(reference: string, { status }: Context): boolean {
  return OURS.test(reference) && !/\d{12}/.test(reference) && status !== 404;
}

const OURS = new RegExp(`[${REFERENCE_ALPHABET}]{8}$`);

function textIn(object: unknown, name: string): string {
  const value: unknown =
    typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
  return typeof value === 'string' ? value : '';
}
