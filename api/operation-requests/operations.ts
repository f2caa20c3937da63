import { APPROVAL_STATES } from '../../domain/operation/approval.ts';
import { OPERATION_KINDS } from '../../domain/operation/operation.ts';
import { pagesDoc } from '../lists/page-doc.ts';
import type { Operation } from '../openapi/operation.ts';
import { requestAnswer, requestPage } from './answer.ts';
import { decisionBody } from './schema.ts';

const shape = requestAnswer;
const decided = (description: string) => ({ 200: { description, shape } });
const fields = { reason: 'Why; the maker reads it.' };
const string = { type: 'string' };

/** Refunds and voids that wait for a second person (contract/api.md 3.9). */
export const requestOperations = {
  'operation-requests.list': {
    tag: 'Operations',
    summary: 'List requests for approval',
    description: 'Newest first. Makers see what they asked for; checkers and keys see all.',
    query: {
      state: { description: 'How it stands.', schema: { ...string, enum: [...APPROVAL_STATES] } },
      operation: {
        description: 'What is asked for.',
        schema: { ...string, enum: [...OPERATION_KINDS] },
      },
      session_id: { description: 'Of the payment.', schema: string },
      pg_code: { description: 'The account that took the payment.', schema: string },
      currency_code: { description: 'Of the amounts.', schema: string },
      created_after: {
        description: 'This moment or later.',
        schema: { ...string, format: 'date-time' },
      },
      created_before: {
        description: 'Before this moment.',
        schema: { ...string, format: 'date-time' },
      },
      ...pagesDoc,
    },
    errors: [400],
    answers: { 200: { description: 'A page of them.', shape: requestPage } },
  },
  'operation-requests.read': {
    tag: 'Operations',
    summary: 'Read a request for approval',
    answers: decided('How it stands.'),
  },
  'operation-requests.approve': {
    tag: 'Operations',
    summary: 'Approve a request',
    description:
      'With the last yes that it needs, the operation is done. Nobody approves what they asked for. With `break_glass` one yes counts for all, in an emergency; it takes a reason, and every checker is told.',
    request: decisionBody,
    fields: { ...fields, break_glass: 'This one yes shall be enough.' },
    idempotent: true,
    errors: [400],
    answers: decided('As it stands then: done, when the gateway has answered.'),
  },
  'operation-requests.reject': {
    tag: 'Operations',
    summary: 'Reject a request',
    request: decisionBody,
    fields,
    idempotent: true,
    errors: [400],
    answers: decided('It is rejected, and its money is free again.'),
  },
  'operation-requests.cancel': {
    tag: 'Operations',
    summary: 'Cancel a request',
    description: 'For who asked for it, and for who may approve.',
    request: decisionBody,
    fields,
    idempotent: true,
    errors: [400],
    answers: decided('It is canceled, and its money is free again.'),
  },
  'operation-requests.retry': {
    tag: 'Operations',
    summary: 'Retry a request that needs manual action',
    description: 'For everybody who may do the operation.',
    request: decisionBody,
    fields,
    idempotent: true,
    errors: [400],
    answers: decided('As it stands then.'),
  },
} satisfies Readonly<Record<string, Operation>>;
