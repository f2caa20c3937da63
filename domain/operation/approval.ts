import type { Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { unreachable } from '../unreachable.ts';
import type { PermissionHolder } from '../permission.ts';
import { initiatorOf, type Initiator } from '../initiator.ts';
import type { Operation, Vote, Approval } from './operation.ts';
import { HOUR_MS, mayCheck, NO_APPROVAL } from './policy.ts';

/* A request for an operation that waits for a second person: who may say yes or no, and what then becomes of it. */

/** What a person does about a request that waits, or that needs a hand (contract/operations#approval). */
export interface Decision {
  readonly verdict: 'approve' | 'reject' | 'cancel' | 'retry';
  readonly by: Initiator;
  /** May approve and reject: has the permission `payment.approve`, or is a superuser. */
  readonly checker: boolean;
  readonly reason?: string;
  /** What a checker notes with a yes, for people. */
  readonly note?: string;
  /** The version of the operation that was looked at; any one where it is left out. */
  readonly seen?: number;
  /** One checker alone, in an emergency, where more are needed. It is logged and told. */
  readonly breakGlass?: true;
  /** Of another try of what was declined: the sum of the operations of the kind, it included, from which on it is not made. */
  readonly retryBelow?: Money;
}

/** Who decides, and what they may. */
export function checkerOf(user: Initiator & PermissionHolder): Pick<Decision, 'by' | 'checker'> {
  const checker = mayCheck({ kind: 'user', user });
  return { by: initiatorOf(user), checker };
}

/** How long an operation that no policy speaks of may need a hand: as long as by a policy that says nothing of it. */
export const APPROVAL_PATIENCE_MS = NO_APPROVAL.manualHours * HOUR_MS;

/** An operation that a person has to do with. */
type Requested = Operation & { readonly approval: Approval };

/**
 * What a person's decision makes of an operation (contract/operations#approval). Throws `forbidden` for one who
 * may not, `invalid_state` where there is nothing to decide, and `version_conflict` where it is not what was looked at.
 */
export function decide(operation: Operation, decision: Decision, now: number): Operation {
  if (!isRequested(operation))
    throw new Refusal(
      'invalid_state',
      'This operation needs no approval, so nothing is to decide.',
    );
  if (decision.seen !== undefined && decision.seen !== operation.version) throw otherVersion();
  switch (decision.verdict) {
    case 'approve':
      return approve(pending(operation), decision, now);
    case 'reject':
      refuseUnlessChecker(decision);
      return drop(pending(operation), 'rejected', { ...decision, at: now });
    case 'cancel':
      return isUnanswered(operation)
        ? giveUp(operation, decision, now)
        : cancel(pending(operation), decision, now);
    case 'retry':
      return retry(operation, decision, now);
    default:
      return unreachable(decision.verdict);
  }
}

/** This very decision of this person stands in the request. */
export function isDecided(
  { approval }: Pick<Requested, 'approval'>,
  { verdict, by: { username } }: Pick<Decision, 'verdict' | 'by'>,
): boolean {
  const isLast = (state: Approval['state']) =>
    approval.state === state && approval.decidedBy?.username === username;
  switch (verdict) {
    case 'approve':
      return approval.votes.some(({ by }) => by.username === username);
    case 'reject':
      return isLast('rejected');
    case 'cancel':
      return isLast('canceled');
    case 'retry':
      // Nobody's name is kept with it.
      return false;
    default:
      return unreachable(verdict);
  }
}

/**
 * The request, where a decision that was made of its version `since`, and that nobody has answered, stands in it; undefined
 * where nothing came of the decision. Throws as `decide` does where somebody else's stands in its place.
 */
export function standingDecision(
  kept: Operation,
  decision: Decision,
  { since, now }: { readonly since: number; readonly now: number },
): Operation | undefined {
  if (decision.verdict === 'retry') return kept.version > since ? kept : undefined;
  if (isRequested(kept) && isDecided(kept, decision)) return kept;
  decide(kept, decision, now);
  return undefined;
}

/** What becomes of a request that nobody has decided, or helped, in time; undefined while there is time. */
export function expireRequest(operation: Operation, now: number): Operation | undefined {
  if (!isRequested(operation) || now < operation.approval.expiresAt) return undefined;
  const { state } = operation.approval;
  if (state === 'pending') return drop(operation, 'canceled', { at: now });
  return state === 'manual_action_required' && !isUnclear(operation)
    ? withApproval(operation, { state: 'expired' })
    : undefined;
}

/** The gateway may have done it, so that its money stays set aside, and a person has to look, however long that takes. */
export function isUnclear({ state, approval }: Pick<Operation, 'state' | 'approval'>): boolean {
  return state === 'unclear' && approval?.state === 'manual_action_required';
}

/**
 * Whether somebody would have money moved after the time of a request: nobody may have been there to cancel it in time. A
 * no is as good as its end.
 */
export function isDecisionLate(operation: Operation, { verdict }: Decision, now: number): boolean {
  const isYes = verdict === 'approve' || verdict === 'retry';
  return isYes && expireRequest(operation, now) !== undefined;
}

/** The answer to that. */
export function late(): Refusal {
  return new Refusal('invalid_state', 'The time of this request is over. Ask for it anew.');
}

/** A person has to see to it. The first time they have so long; a further failure leaves the deadline as it is, unless it is over. */
export function needsHand(operation: Operation, lastError: string, now: number): Operation {
  const approval: Approval = operation.approval ?? {
    state: 'manual_action_required',
    needed: 0,
    votes: [],
    expiresAt: now + APPROVAL_PATIENCE_MS,
  };
  const { manualMs = APPROVAL_PATIENCE_MS, expiresAt } = approval;
  return {
    ...operation,
    approval: {
      ...approval,
      state: 'manual_action_required',
      expiresAt: approval.lastError === undefined || expiresAt <= now ? now + manualMs : expiresAt,
      lastError,
    },
  };
}

/**
 * The gateway has done what was agreed to; queued counts as done (contract/operations#approval). Why a try before it failed is over.
 */
export function wasDone(operation: Operation): Operation {
  if (!isRequested(operation)) return operation;
  const { lastError: _before, ...approval } = operation.approval;
  return { ...operation, approval: { ...approval, state: 'done' } };
}

/** Whether one more yes is not enough: only then can somebody say it for all in an emergency. */
export function isMoreNeeded({
  approval: { votes, needed },
}: Pick<Requested, 'approval'>): boolean {
  return votes.length + 1 < needed;
}

/** The answer to who decides about what stands otherwise by now. */
export function otherVersion(): Refusal {
  return new Refusal(
    'version_conflict',
    'The request or its payment has changed since it was shown, and this decision was not taken. Read it again, then decide.',
  );
}

/** The answer to who asked for an operation that nobody agreed to: it never reached the gateway. */
export function dropped({ kind, approval }: Operation): Refusal {
  const { state, decidedBy, reason } = approval ?? {};
  const what = `The request for this ${kind}`;
  const verdict = state === 'rejected' ? 'rejected' : 'canceled';
  const said = decidedBy
    ? `${what} was ${verdict}${reason === undefined ? '.' : `: ${reason}`}`
    : `${what} was canceled, because nobody decided about it in time.`;
  return new Refusal('invalid_state', said);
}

function isRequested(operation: Operation): operation is Requested {
  return operation.approval !== undefined;
}

function pending(operation: Requested): Requested {
  const { state } = operation.approval;
  if (state === 'pending') return operation;
  throw new Refusal('invalid_state', `The request is ${state}; only a pending one can be decided.`);
}

/** Nobody approves what they asked for, super users included, and nobody twice. */
function approve(
  operation: Requested,
  { by, breakGlass, note, ...decision }: Decision,
  at: number,
) {
  refuseUnlessChecker(decision);
  const { votes, needed } = operation.approval;
  if (operation.initiator?.id === by.id)
    throw new Refusal(
      'forbidden',
      'You asked for this operation, so somebody else has to approve it.',
    );
  if (votes.some((vote) => vote.by.id === by.id))
    throw new Refusal(
      'invalid_state',
      'You have approved this operation already. Another checker has to agree.',
    );
  const isAlone = breakGlass === true && isMoreNeeded(operation);
  const vote: Vote = {
    by,
    at,
    ...(isAlone && { breakGlass: true }),
    ...(note !== undefined && { note }),
  };
  const all = [...votes, vote];
  if (all.length < needed && !isAlone) return withApproval(operation, { votes: all });
  const approved = withApproval(operation, {
    state: 'approved',
    votes: all,
    decidedBy: by,
    decidedAt: at,
    ...(decision.reason !== undefined && { reason: decision.reason }),
  });
  return { ...approved, state: 'promised' as const };
}

function cancel(operation: Requested, decision: Decision, at: number): Operation {
  const isOwn = operation.initiator?.id === decision.by.id;
  if (!isOwn && !decision.checker)
    throw new Refusal(
      'forbidden',
      'Only who asked for this operation, a checker or a superuser can cancel it.',
    );
  return drop(operation, 'canceled', { ...decision, at });
}

/** Why an operation is unclear where the gateway has given no answer. Else it has said something that does not fit. */
export const UNANSWERED =
  'The gateway does not say whether it has done this. Have it tried again, or look there.';

/** The same where it has said nothing: what it has said otherwise may be of money that has moved, which nobody gives up. */
export function isUnanswered(operation: Pick<Operation, 'state' | 'approval' | 'alert'>): boolean {
  return isUnclear(operation) && operation.alert === UNANSWERED;
}

/**
 * A checker has looked at the gateway, which has not done what nobody knew of: its money is free again. Should the gateway say
 * otherwise later, that counts.
 */
function giveUp(
  operation: Requested,
  { by, reason, ...decision }: Decision,
  at: number,
): Operation {
  refuseUnlessChecker(decision);
  const { alert: _answered, ...known } = withApproval(operation, {
    state: 'canceled',
    decidedBy: by,
    decidedAt: at,
    ...(reason !== undefined && { reason }),
  });
  const message = `${by.username} has looked at the gateway: it has not done this.`;
  return { ...known, state: 'failed', message, concludedAt: at };
}

/**
 * Once more, by anybody who may do the operation (the API looks at that). What the gateway has declined is a new question,
 * with a key of its own; where nobody knows what it did, it is the same question with the same key.
 */
function retry(operation: Requested, { retryBelow }: Decision, now: number): Operation {
  if (operation.source === 'pg')
    throw new Refusal(
      'invalid_state',
      `This ${operation.kind} was begun at the gateway itself, which does not know it by a name of ours: asked again it would do another one. Look there what became of it.`,
    );
  const { state, retries = 0 } = operation.approval;
  if (state === 'approved') return operation;
  if (state !== 'manual_action_required')
    throw new Refusal(
      'invalid_state',
      `The request is ${state}; only one that needs manual action can be tried again.`,
    );
  const again = withApproval(operation, { state: 'approved' });
  if (operation.state !== 'failed') return { ...again, state: 'promised' };
  const { parentId, sessionId, kind } = operation;
  const { retryBelow: _before, ...approval } = again.approval;
  const { message: _said, ...untold } = again;
  return {
    ...untold,
    approval: {
      ...approval,
      retries: retries + 1,
      retriedAt: now,
      ...(retryBelow && { retryBelow }),
    },
    state: 'promised',
    idempotencyKey: `${parentId}:${sessionId}:${kind}:${retries + 2}`,
  };
}

function drop(
  operation: Requested,
  state: 'rejected' | 'canceled',
  { by, at, reason }: { readonly by?: Initiator; readonly at: number; readonly reason?: string },
): Operation {
  const dropped = withApproval(operation, {
    state,
    decidedAt: at,
    ...(by && { decidedBy: by }),
    ...(reason !== undefined && { reason }),
  });
  return { ...dropped, state: 'dropped', concludedAt: at };
}

function refuseUnlessChecker({ checker }: Pick<Decision, 'checker'>): void {
  if (!checker) throw new Refusal('forbidden', 'Only a checker can decide about this operation.');
}

function withApproval(operation: Requested, changed: Partial<Approval>): Requested {
  return { ...operation, approval: { ...operation.approval, ...changed } };
}
