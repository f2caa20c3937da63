import type { Operation } from '../openapi/operation.ts';
import {
  endpointAnswer,
  endpointList,
  newEndpointAnswer,
  rotatedKey,
  rotatedSecret,
} from './answer.ts';
import { endpointChange, newEndpoint, rotationBody } from './schema.ts';

const fields = {
  url: 'Each event that it wants is posted there, beside the address of its payment.',
  events: 'Types of events, or `payment.*` and the like; all when the list is empty or left out.',
  paused: 'Events are held, and nobody is called.',
};
const rotation = {
  overlap_hours:
    'How long the one before still signs beside the new one in `webhook-signature`; 24 when it is left out. 0 ends all keys before it, also those of earlier rotations.',
};
const shape = endpointAnswer;

/** Where a merchant is told beside the addresses of payments, and what signs that. */
export const endpointOperations = {
  'endpoints.list': {
    tag: 'Webhooks',
    summary: 'List endpoints',
    description:
      'Registered ones, and addresses of payments (`kind` `payment`) since a call to them has failed.',
    answers: { 200: { description: 'All of them, oldest first.', shape: endpointList } },
  },
  'endpoints.read': {
    tag: 'Webhooks',
    summary: 'Read an endpoint',
    answers: { 200: { description: 'How it stands.', shape } },
  },
  'endpoints.create': {
    tag: 'Webhooks',
    summary: 'Register an endpoint',
    request: newEndpoint,
    fields,
    idempotent: true,
    answers: {
      201: { description: 'With its secret, which is shown once.', shape: newEndpointAnswer },
    },
  },
  'endpoints.change': {
    tag: 'Webhooks',
    summary: 'Change an endpoint',
    description: 'What is left out stays as it is.',
    request: endpointChange,
    fields,
    answers: { 200: { description: 'As it is now.', shape } },
  },
  'endpoints.remove': {
    tag: 'Webhooks',
    summary: 'Remove an endpoint',
    description: 'Nobody is called for it any more.',
    errors: [400],
    answers: { 204: { description: 'It is gone.' } },
  },
  'endpoints.enable': {
    tag: 'Webhooks',
    summary: 'Enable an endpoint',
    description: 'Whatever has disabled it. What was held meanwhile waits to be sent again.',
    answers: { 200: { description: 'As it is now.', shape } },
  },
  'endpoints.rotate-secret': {
    tag: 'Webhooks',
    summary: 'Rotate the secret of an endpoint',
    request: rotationBody,
    idempotent: true,
    fields: rotation,
    answers: {
      200: { description: 'With the new one, which is shown once.', shape: rotatedSecret },
    },
  },
  'webhooks.rotate-key': {
    tag: 'Webhooks',
    summary: 'Rotate the webhook key',
    description:
      'It signs from the next call on, in bodies alone. Answers of the API are signed with it too.',
    request: rotationBody,
    idempotent: true,
    fields: rotation,
    answers: { 200: { description: 'The new one, which is shown once.', shape: rotatedKey } },
  },
} satisfies Readonly<Record<string, Operation>>;
