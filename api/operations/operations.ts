import type { Operation } from '../openapi/operation.ts';
import {
  conflictAnswer,
  operationAnswer,
  pendingAnswer,
  refusedAnswer,
  unprocessableAnswer,
} from './answer.ts';
import { operationBody } from './schema.ts';

/** Everything that can be done to a payment afterwards (contract/api.md 3). */
export const moneyOperations = {
  'operations.perform': {
    tag: 'Operations',
    summary: 'Refund, capture, void, cancel, expire or delete a payment',
    description:
      'Refund, capture and void move money at the gateway and leave a child transaction; the payment keeps its state. Cancel, expire and delete change our own books alone. A user needs the permission of the operation.',
    request: operationBody,
    fields: {
      session_id: 'Decides which payment is meant.',
      order_no: 'Enough where only one payment has it.',
      amount: 'Of a refund or a capture; all that is left when it is missing. A void takes all.',
      extra: 'For the gateway; it comes back in the answer and in the webhook.',
      destination:
        "Of a refund: back the way it was paid, or to the customer's wallet. `pg` when it is missing.",
    },
    idempotent: true,
    tracked: true,
    answers: {
      200: { description: 'It is done, or the gateway has queued it.', shape: operationAnswer },
      202: {
        description: 'The gateway has not answered yet, or a checker has to agree first.',
        shape: pendingAnswer,
      },
      400: {
        description: 'Nothing was done: fields at fault, a state that forbids it, or a decline.',
        shape: refusedAnswer,
      },
      409: {
        description:
          'The first request with the same key is under way (`tracking_in_progress`), or the key was used for something else (`idempotency_conflict`): a `Tracking-Key` for another operation, amount or destination, an `Idempotency-Key` with another body or by another caller.',
        shape: conflictAnswer,
      },
      422: {
        description: 'The body of a refund to a wallet is wrong.',
        shape: unprocessableAnswer,
      },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
