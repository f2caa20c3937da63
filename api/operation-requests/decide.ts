import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import type { SessionId } from '../../domain/ids.ts';
import {
  checkerOf,
  decide,
  isDecided,
  isUnanswered,
  otherVersion,
  type Decision,
} from '../../domain/operation/approval.ts';
import { compare } from '../../domain/money.ts';
import { retryFrom, type Asker } from '../../domain/operation/policy.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { callerOf, forbidden, type Caller } from '../access/caller.ts';
import { nameOf } from '../access/recorded.ts';
import { settingsOf } from '../access/settings.ts';
import { refuseUnlessSteppedUp } from '../access/step-up.ts';
import type { ApiDeps } from '../deps.ts';
import { sendCommand, pendingBody } from '../middleware/pending-answer.ts';
import { refuseFaults } from '../middleware/errors.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { refuseWhatAccountRefuses } from '../operations/capabilities.ts';
import { refuseUnlessAskerSteppedUp, refuseUnlessCheckerSteppedUp } from '../operations/step-up.ts';
import { newSessionId } from '../session-id.ts';
import { versionOf } from './context.ts';
import { isRequest, type ApprovalRequest } from './requests.ts';
import type { DecisionBody } from './schema.ts';

/** As long as who decides waits for what comes of it (contract/operations#waiting-for-the-answer). Milliseconds. */
const WAIT_MS = 25_000;

/**
 * Takes a person's decision, and where the money moves now, waits for what comes of it. Gives the request as it is then;
 * one that is still under way is `approved`. Throws the domain's no.
 */
export async function decideOn(
  deps: Pick<ApiDeps, 'access' | 'clientAddress' | 'engine' | 'office' | 'outcome' | 'store'>,
  ctx: Context,
  {
    request,
    verdict,
    body,
  }: {
    readonly request: ApprovalRequest;
    readonly verdict: Decision['verdict'];
    readonly body: SentBody<DecisionBody>;
  },
): Promise<ApprovalRequest> {
  const { engine, outcome, store, clientAddress } = deps;
  const until = Date.now() + WAIT_MS;
  const { decision: sent, shown } = decisionOf(ctx, verdict, body);
  const decision =
    verdict === 'retry' ? { ...sent, ...(await termsOfRetry(deps, ctx, request)) } : sent;
  // Who sends their decision again is told what has come of it, though it has changed what they were shown.
  const isAgain = isDecided(request, decision);
  if (shown !== undefined && !isAgain) await refuseUnlessSame(store, request, shown);
  if (!isAgain) await refuseBeginningAtAccount(deps, request, decision);
  // Where one yes is enough anyway there is nothing to break.
  const isAlone = decision.breakGlass === true && request.approval.needed > 1;
  if (isAlone && !isAgain) {
    await refuseUnlessSteppedUp(deps, ctx, 'anew');
    await store.audit.append({
      at: Date.now(),
      who: nameOf(callerOf(ctx)),
      from: clientAddress(ctx),
      action: {
        name: 'operation.break-glass',
        merchantId: request.merchantId,
        sessionId: request.parentId,
        childSessionId: request.sessionId,
      },
    });
  } else if (verdict === 'cancel' && isUnanswered(request)) {
    // On their word money is free that may have moved.
    await refuseUnlessSteppedUp(deps, ctx);
  } else if (verdict === 'approve' && !isAgain) {
    await refuseUnlessCheckerSteppedUp(deps, ctx, request);
  }
  const { parentId, kind, referenceNumber } = request;
  const pending = pendingBody({
    operation: kind,
    session_id: parentId,
    reference_number: referenceNumber,
  });
  // The run that has taken this very decision may be over, and another one refuses it.
  const unlessTaken = async (error: unknown) => {
    const kept =
      ctx.state.isRepeated === true && error instanceof Refusal
        ? await store.operations.find(request)
        : undefined;
    if (kept && isRequest(kept) && isDecided(kept, decision)) return kept;
    throw error;
  };
  const decided = await sendCommand(ctx, pending, () =>
    engine
      .decide(
        request,
        // By the version the run itself sees what came between the look at it here and the decision.
        { ...decision, ...(shown !== undefined && { seen: request.version }) },
        claimedSessionId(ctx),
      )
      .catch(unlessTaken),
  );
  if (decided.state === 'promised') await outcome(decided, until);
  const kept = (await store.operations.find(request)) ?? decided;
  if (!isRequest(kept)) throw new Error(`The request ${kept.sessionId} has lost its approval.`);
  return kept;
}

/**
 * A checker acts in person: what waited on the payment before `successor`, the checker's own operation, is canceled, and
 * its money is that of the checker's operation (contract/operations#approval). What somebody else has decided meanwhile
 * stays decided. Safe to repeat.
 */
export async function withdrawWaiting(
  { engine, store }: Pick<ApiDeps, 'engine' | 'store'>,
  {
    transaction,
    successor,
    caller,
  }: {
    readonly transaction: Transaction;
    readonly successor: SessionId;
    readonly caller: Caller;
  },
): Promise<void> {
  const by = personOf(caller);
  const { merchantId } = transaction;
  // Somebody may have asked between the reading of the payment and the promise of the successor.
  const { operations = [] } = (await store.transactions.find(transaction)) ?? transaction;
  const place = operations.findIndex(({ sessionId }) => sessionId === successor);
  for (const { sessionId, state } of operations.slice(0, Math.max(place, 0))) {
    const waiting =
      state === 'awaiting' && (await store.operations.findBySession(merchantId, sessionId));
    if (!waiting) continue;
    const reason = 'A checker has acted in place of it.';
    try {
      await engine.decide(waiting, { ...by, verdict: 'cancel', reason }, newSessionId());
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'invalid_state') throw error;
    }
  }
}

function decisionOf(
  ctx: Context,
  verdict: Decision['verdict'],
  body: SentBody<DecisionBody>,
): { readonly decision: Decision; readonly shown?: string } {
  const { value, faults: ofShape } = body.checked();
  // A yes that shall count for all takes a reason: others will ask for it.
  const isMute = value.break_glass === true && value.reason === undefined;
  refuseFaults({ ...(isMute && { reason: [fieldSentence('required')] }), ...ofShape });
  const { reason, note, break_glass: breakGlass, version } = value;
  const isJudged = verdict === 'approve' || verdict === 'reject';
  return {
    decision: {
      ...personOf(callerOf(ctx)),
      verdict,
      ...(reason !== undefined && { reason }),
      ...(verdict === 'approve' && note !== undefined && { note }),
      ...(verdict === 'approve' && breakGlass && { breakGlass: true }),
    },
    ...(isJudged && version !== undefined && { shown: version }),
  };
}

/**
 * What holds for another try of a declined operation, whose money was free meanwhile. Gives the sum, with the payment's other
 * operations of its kind, from which on it needs more approvals than it had, or a step-up. Throws 401 where it needs a step-up already.
 */
async function termsOfRetry(
  deps: Pick<ApiDeps, 'access' | 'clientAddress' | 'office' | 'store'>,
  ctx: Context,
  request: ApprovalRequest,
): Promise<Pick<Decision, 'retryBelow'>> {
  const { merchantId, parentId, kind, amount, initiator, channel, state } = request;
  // What nobody knows of is the same question under the same key, and its money is still set aside.
  if (state !== 'failed') return {};
  // What the engine gives back of its own accord can be asked for by nobody.
  if (!initiator && channel === 'staff') return {};
  const { transactions, users } = deps.store;
  const transaction = await transactions.find({ merchantId, sessionId: parentId });
  if (!transaction) return {};
  const stepUp = await refuseUnlessAskerSteppedUp(deps, ctx, { transaction, kind, amount });
  const [merchant, user] = await Promise.all([
    settingsOf(deps.store, ctx),
    initiator && users.find(merchantId, initiator.id),
  ]);
  const first: Asker | undefined = initiator ? user && { kind: 'user', user } : { kind: 'key' };
  const agreed = retryFrom(merchant?.operationsApproval, request, {
    askers: [callerOf(ctx), ...(first ? [first] : [])],
    now: Date.now(),
  });
  const [retryBelow] = [stepUp, agreed].filter((sum) => sum !== undefined).toSorted(compare);
  return retryBelow ? { retryBelow } : {};
}

/** Throws where the decision would begin what the account cannot do any more. Whether it would, its run decides. */
async function refuseBeginningAtAccount(
  deps: Pick<ApiDeps, 'store'>,
  request: ApprovalRequest,
  decision: Decision,
): Promise<void> {
  if (!wouldBegin(request, decision)) return;
  const { merchantId, parentId } = request;
  const payment = await deps.store.transactions.find({ merchantId, sessionId: parentId });
  if (payment) await refuseWhatAccountRefuses(deps, payment, request);
}

function wouldBegin(request: ApprovalRequest, decision: Decision): boolean {
  try {
    return decide(request, decision, Date.now()).state === 'promised';
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Throws 412 where the request, or the money of its payment, stands otherwise than it was shown. */
async function refuseUnlessSame(
  { transactions }: Pick<ApiDeps['store'], 'transactions'>,
  request: ApprovalRequest,
  shown: string,
): Promise<void> {
  const { merchantId, parentId } = request;
  const payment = await transactions.find({ merchantId, sessionId: parentId });
  if (versionOf(request, payment) !== shown) throw otherVersion();
}

/** Decisions have a person who answers for them; authorization lets nobody else in. */
function personOf(caller: Caller): Pick<Decision, 'by' | 'checker'> {
  if (caller.kind !== 'user') throw forbidden('payment.approve');
  return checkerOf(caller.user);
}
