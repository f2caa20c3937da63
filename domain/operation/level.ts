import { unreachable } from '../unreachable.ts';
import { needsHand } from './approval.ts';
import { isFinal, type Operation, type OperationEntry, type ApprovalState } from './operation.ts';

/**
 * An operation as its payment knows it, where that knows more than the document, because both their runs came to an end by
 * force between the two saves. The payment is right; what it does not remember is made to fit, so that nothing is done
 * anew and a request that was refused does not come back.
 */
export function levelWith(
  kept: Operation,
  { version, state, reversedAt, reversedBeforeTold }: OperationEntry,
  now: number,
): Operation {
  const { alert: _before, ...others } = kept;
  const { concludedAt = now } = kept;
  const level: Operation = {
    ...others,
    version,
    state,
    ...(isFinal({ state }) && { concludedAt }),
    ...(reversedAt !== undefined && { reversedAt }),
    ...(reversedBeforeTold && { reversedBeforeTold }),
  };
  switch (state) {
    case 'awaiting':
      return level;
    case 'promised':
      return withState(level, 'approved');
    case 'queued':
    case 'done':
    case 'rejected':
      return withState(level, 'done');
    case 'dropped':
      return withState(level, 'canceled');
    case 'failed':
      return level.approval ? needsHand(level, LOST, now) : level;
    case 'unclear':
      return { ...needsHand(level, LOST, now), alert: LOST };
    default:
      return unreachable(state);
  }
}

const LOST =
  'What the gateway said of this was lost here. Look there before you have it tried again.';

function withState(operation: Operation, state: ApprovalState): Operation {
  const { approval } = operation;
  return approval ? { ...operation, approval: { ...approval, state } } : operation;
}
