import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Next } from 'koa';
import type { SessionId } from '../../domain/ids.ts';
import { sortKeys } from '../../domain/json.ts';
import type { IdempotencyClaim, IdempotencyClaims } from '../../store/idempotency-claims.ts';
import { callerOf, merchantOf, type Caller } from '../access/caller.ts';
import { newSessionId } from '../session-id.ts';
import { bodyOf } from './body.ts';
import { refuseCardNumber } from './card-data.ts';
import { problemOf, RequestError } from './errors.ts';

export interface ClaimPatience {
  /** A request that has not ended by then is taken for lost, and the next one with its key goes on in its place. */
  readonly leaseMs: number;
  /** How long a second request waits for the first one's answer (contract/requests#idempotency). */
  readonly waitMs: number;
  /** The answers have a secret in them, and are kept sealed. */
  readonly sealed?: true;
  /** A 202 is kept, too: it says that something has begun, and how that ends is read elsewhere. */
  readonly accepted?: true;
}

export const PATIENCE: ClaimPatience = { leaseMs: 30_000, waitMs: 25_000 };
const LOOK_EVERY_MS = 50;
const UNDER_WAY = 'tracking_in_progress';

/**
 * `Idempotency-Key` on a POST that creates (contract/requests#idempotency): the same key, caller and body give the
 * first answer on the same path, another caller or body is 409 `idempotency_conflict`, a request under way is waited
 * for and then 409 `tracking_in_progress`. A refusal (4xx) that is thrown frees the key, because it made nothing; after a fault (5xx)
 * the same key goes on with the same transaction, also where who sends it again is refused.
 */
export function idempotent(claims: IdempotencyClaims, patience = PATIENCE) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const key = idempotencyKey(ctx);
    if (key === undefined) {
      await next();
      return;
    }
    const own = wanted(ctx, key, patience);
    const claim = await claimFor(claims, own, patience);
    const isRepeated = claim !== own;
    ctx.state.isRepeated = isRepeated;
    if (claim.answer) replay(ctx, claim.answer);
    else await runUnder(claims, claim, { ctx, next, patience, isRepeated });
  };
}

/** The session id that belongs to the request's key; a new one where there is no key. */
export function claimedSessionId(ctx: Context): SessionId {
  return ctx.state.sessionId ?? newSessionId();
}

async function runUnder(
  claims: IdempotencyClaims,
  claim: IdempotencyClaim,
  {
    ctx,
    next,
    patience: { sealed, accepted },
    isRepeated,
  }: {
    readonly ctx: Context;
    readonly next: Next;
    readonly patience: ClaimPatience;
    readonly isRepeated: boolean;
  },
): Promise<void> {
  ctx.state.sessionId = claim.sessionId;
  try {
    await next();
  } catch (error) {
    // A no to the repetition says nothing of what was asked before, and what is under way was made.
    const isUnderWay = error instanceof RequestError && error.code === UNDER_WAY;
    const madeNothing = problemOf(error, '').status < 500 && !isRepeated && !isUnderWay;
    await (madeNothing ? claims.release(claim) : claims.abandon(claim));
    throw error;
  }
  // What is still under way has no answer to keep: the same key goes on with the same operation, and shows its end.
  if (ctx.status === 202 && !accepted) await claims.abandon(claim);
  else {
    const answer = { status: ctx.status, body: JSON.stringify(ctx.body) };
    await claims.complete(claim, answer, { sealed: sealed === true });
  }
}

/** A claim of our own, or one with the first answer. */
async function claimFor(
  claims: IdempotencyClaims,
  wanted: IdempotencyClaim,
  { leaseMs, waitMs }: ClaimPatience,
): Promise<IdempotencyClaim> {
  const until = Date.now() + waitMs;
  for (;;) {
    if (await claims.claim(wanted)) return wanted;
    const held = await claims.find(wanted);
    if (held) refuseUnlessSame(held, wanted);
    if (held?.answer) return held;
    if (held && held.leaseUntil < Date.now()) {
      const leaseUntil = Date.now() + leaseMs;
      if (await claims.takeOver(held, leaseUntil)) return { ...held, leaseUntil };
    }
    if (Date.now() > until) throw requestUnderWay();
    await sleep(LOOK_EVERY_MS);
  }
}

function refuseUnlessSame(held: IdempotencyClaim, wanted: IdempotencyClaim): void {
  if (held.caller !== wanted.caller) throw otherCaller();
  if (held.bodyHash !== wanted.bodyHash) throw otherBody();
}

/**
 * The key of a request; undefined where it has none. Throws when it can be none, also when it is blank: whoever sends the
 * header relies on it.
 */
export function idempotencyKey(ctx: Context): string | undefined {
  const { 'idempotency-key': sent } = ctx.headers;
  if (sent === undefined) return undefined;
  if ((ctx.req.headersDistinct['idempotency-key'] ?? []).length > 1)
    throw new RequestError(400, 'validation_error', 'The Idempotency-Key was sent twice.');
  const key = String(sent);
  if (/^[\x21-\x7e]{1,255}$/.test(key)) {
    refuseCardNumber('Idempotency-Key', key);
    return key;
  }
  throw new RequestError(
    400,
    'validation_error',
    'An Idempotency-Key has 1 to 255 visible ASCII characters.',
  );
}

export function otherBody(): RequestError {
  return new RequestError(
    409,
    'idempotency_conflict',
    'This Idempotency-Key was used with another body; use a new key for a new request.',
  );
}

export function otherCaller(): RequestError {
  return new RequestError(
    409,
    'idempotency_conflict',
    'This Idempotency-Key was used by somebody else; nothing was done. Use a key of your own.',
  );
}

export function requestUnderWay(): RequestError {
  return new RequestError(
    409,
    UNDER_WAY,
    'The first request with this Idempotency-Key is still under way; ask again in a moment.',
    { 'Retry-After': '5' },
  );
}

function wanted(ctx: Context, key: string, { leaseMs }: ClaimPatience): IdempotencyClaim {
  const now = Date.now();
  return {
    merchantId: merchantOf(ctx),
    route: `${ctx.method} ${ctx.path.replace(/\/$/, '')}`,
    key,
    caller: nameOf(callerOf(ctx)),
    bodyHash: hashOf(bodyOf(ctx)),
    sessionId: newSessionId(),
    leaseUntil: now + leaseMs,
    createdAt: new Date(now),
  };
}

/** Who asks: a person, or the merchant's programs, of which all are one, because their keys are replaced now and then. */
function nameOf(caller: Caller): string {
  return caller.kind === 'user' ? `user ${caller.user.id}` : caller.kind;
}

/** The order of keys is nothing that a merchant's JSON library promises, so it does not count. */
function hashOf(body: Readonly<Record<string, unknown>>): string {
  const canonical = sortKeys(JSON.parse(JSON.stringify(body)));
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}

/** Says that what follows is an earlier answer. */
export const REPLAYED = 'Idempotent-Replayed';

function replay(ctx: Context, { status, body }: NonNullable<IdempotencyClaim['answer']>): void {
  ctx.set(REPLAYED, 'true');
  ctx.status = status;
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = body;
}
