import { isoUtc } from '../duration.ts';
import type { SessionId } from '../ids.ts';
import { type JsonObject, withoutEmpty } from '../json.ts';
import { DISPUTE, SECOND_SUCCESS } from './event-type.ts';

/** What the made-up event is called and when it is said to have happened, in epoch milliseconds. */
export interface SampleOf {
  readonly sessionId: SessionId;
  readonly at: number;
}

/**
 * A made-up event of a type, as its body would be without a signature. Nothing in it was ever sold: it says that it is of
 * the sandbox, and `extra.test_event` that it is a test. Undefined for what is no type.
 */
export function sampleOf(type: string, of: SampleOf): JsonObject | undefined {
  const [subject, how = ''] = type.split('.');
  switch (subject) {
    case 'payment':
      if (how === SECOND_SUCCESS)
        return { ...payment('success', 'paid', of), alert: SECOND_SUCCESS };
      if (how === DISPUTE)
        return {
          ...payment('success', 'paid', of),
          alert: DISPUTE,
          dispute: dispute(of),
        };
      return payment(RESULT_OF_STATE[how] ?? 'pending', how, of);
    case 'card':
      return {
        ...payment(how, how === 'success' ? 'paid' : 'failed', of),
        payment_type: 'save_card',
      };
    case 'alert':
      return alert(type, of);
    case 'refund':
    case 'capture':
    case 'void':
      return operation(subject, how, of);
    default:
      return undefined;
  }
}

/** How the attempt has ended that led to the state. */
const RESULT_OF_STATE: Readonly<Record<string, string>> = {
  paid: 'success',
  authorized: 'success',
  cod: 'cod',
  canceled: 'canceled',
  attempted: 'failed',
  failed: 'failed',
  expired: 'failed',
  invalided: 'failed',
};

const MONEY = { amount: '10.000', currency_code: 'KWD' } as const;

function dispute({ at }: SampleOf): JsonObject {
  return {
    id: 'dispute-1',
    reference_number: 'testTESTTEST',
    state: 'open',
    ...MONEY,
    withdrawn_amount: MONEY.amount,
    reason: 'fraudulent',
    respond_by: isoUtc(at + 14 * 24 * 60 * 60 * 1000),
  };
}

function alert(type: string, { sessionId, at }: SampleOf): JsonObject {
  return {
    event_type: type,
    alert: 'late-money',
    message: 'The money came after the payment had expired.',
    raised_at: isoUtc(at),
    task_id: `alert.late-money:${sessionId}:testTESTTEST:${at}`,
    session_id: sessionId,
    reference_number: 'testTESTTEST',
    ...(type === 'alert.handled' && { handled_by: 'sara', note: 'Refunded at the gateway.' }),
    ...MONEY,
    extra: { test_event: true },
    is_sandbox: true,
    timestamp_utc: isoUtc(at),
  };
}

function payment(result: string, state: string, { sessionId, at }: SampleOf): JsonObject {
  const isPaid = result === 'success';
  return withoutEmpty({
    session_id: sessionId,
    reference_number: 'testTESTTEST',
    result,
    state,
    payment_type: 'one_off',
    operation: state === 'cod' ? undefined : operationOf(state),
    ...MONEY,
    amount_details: { ...MONEY, fee: '0.000', total: '10.000' },
    settled_amount: isPaid ? '10.000' : undefined,
    paid_amount: state === 'paid' ? '10.000' : undefined,
    gateway_account: 'test',
    gateway_name: 'test',
    pg_params: {},
    extra: { test_event: true },
    is_sandbox: true,
    timestamp_utc: isoUtc(at),
  });
}

function operationOf(state: string): string {
  return state === 'authorized' ? 'authorization' : 'payment';
}

const CHILD_STATES: Readonly<Record<string, string>> = {
  'refund.success': 'refunded',
  'refund.queued': 'refund_queued',
  'refund.rejected': 'refund_rejected',
  'capture.success': 'paid',
  'capture.queued': 'capture_queued',
  'capture.rejected': 'capture_rejected',
  'void.success': 'voided',
  'void.queued': 'void_queued',
  'void.rejected': 'void_rejected',
  'refund.reversed': 'refunded',
  'capture.reversed': 'paid',
  'void.reversed': 'voided',
};

function operation(kind: string, result: string, { sessionId, at }: SampleOf): JsonObject {
  return {
    operation: kind,
    result,
    success: result === 'success',
    amount: '10.000',
    session_id: sessionId,
    txn: {
      ...MONEY,
      order_no: '',
      session_id: Array.from(sessionId).toReversed().join(''),
      state: CHILD_STATES[`${kind}.${result}`] ?? 'refunded',
    },
    reference_number: 'testTESTTEST',
    pg_code: 'test',
    pg_params: {},
    pg_response: {},
    is_sandbox: true,
    source: 'input',
    extra: { test_event: true },
    timestamp_utc: isoUtc(at),
  };
}
