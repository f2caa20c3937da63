import { merchantOf } from '../access/caller.ts';
import { route, SERVER } from '../route.ts';
import {
  endpointAnswer,
  endpointList,
  newEndpointAnswer,
  rotatedKey,
  rotatedSecret,
} from './answer.ts';
import { change, enable, endpointAt, refuseAddresses, register } from './endpoints.ts';
import { presentEndpoint } from './present.ts';
import { rotateKey, rotateSecret } from './rotation.ts';
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
export const endpointRoutes = [
  route('endpoints.list', {
    method: 'GET',
    path: '/b/webhooks/v1/endpoints',
    who: SERVER,
    permissions: ['webhook.view'],
    tag: 'Webhooks',
    summary: 'List endpoints',
    description:
      'Registered ones, and addresses of payments (`kind` `payment`) since a call to them has failed.',
    answers: { 200: { description: 'All of them, oldest first.', shape: endpointList } },
    handle: (deps) => async (ctx) => {
      const all = await deps.store.webhookEndpoints.list(merchantOf(ctx));
      return { results: all.map(presentEndpoint) };
    },
  }),
  route('endpoints.read', {
    method: 'GET',
    path: '/b/webhooks/v1/endpoints/:id',
    who: SERVER,
    permissions: ['webhook.view'],
    tag: 'Webhooks',
    summary: 'Read an endpoint',
    answers: { 200: { description: 'How it stands.', shape } },
    handle: (deps) => async (ctx) => presentEndpoint(await endpointAt(deps, ctx)),
  }),
  route('endpoints.create', {
    method: 'POST',
    path: '/b/webhooks/v1/endpoints',
    who: SERVER,
    permissions: ['webhook.manage'],
    tag: 'Webhooks',
    summary: 'Register an endpoint',
    body: newEndpoint,
    fields,
    idempotent: 'sealed',
    answers: {
      201: { description: 'With its secret, which is shown once.', shape: newEndpointAnswer },
    },
    handle: (deps) => async (ctx, body) => {
      const { endpoint, secret } = await register(deps, ctx, body.read());
      return { ...presentEndpoint(endpoint), secret };
    },
  }),
  route('endpoints.change', {
    method: 'PATCH',
    path: '/b/webhooks/v1/endpoints/:id',
    who: SERVER,
    permissions: ['webhook.manage'],
    tag: 'Webhooks',
    summary: 'Change an endpoint',
    description: 'What is left out stays as it is.',
    body: endpointChange,
    fields,
    answers: { 200: { description: 'As it is now.', shape } },
    handle: (deps) => async (ctx, body) => presentEndpoint(await change(deps, ctx, body)),
  }),
  route('endpoints.remove', {
    method: 'DELETE',
    path: '/b/webhooks/v1/endpoints/:id',
    who: SERVER,
    permissions: ['webhook.manage'],
    tag: 'Webhooks',
    summary: 'Remove an endpoint',
    description: 'Nobody is called for it any more.',
    errors: [400],
    answers: { 204: { description: 'It is gone.' } },
    handle: (deps) => async (ctx) => {
      const endpoint = await endpointAt(deps, ctx);
      refuseAddresses(endpoint);
      await deps.store.webhookEndpoints.remove(endpoint.merchantId, endpoint.id);
    },
  }),
  route('endpoints.enable', {
    method: 'POST',
    path: '/b/webhooks/v1/endpoints/:id/enable',
    who: SERVER,
    permissions: ['webhook.manage'],
    tag: 'Webhooks',
    summary: 'Enable an endpoint',
    description: 'Whatever has disabled it. What was held meanwhile waits to be sent again.',
    answers: { 200: { description: 'As it is now.', shape } },
    handle: (deps) => async (ctx) => presentEndpoint(await enable(deps, ctx)),
  }),
  route('endpoints.rotate-secret', {
    method: 'POST',
    path: '/b/webhooks/v1/endpoints/:id/rotate-secret',
    who: SERVER,
    permissions: ['webhook.manage'],
    bodyOptional: true,
    tag: 'Webhooks',
    summary: 'Rotate the secret of an endpoint',
    body: rotationBody,
    idempotent: 'sealed',
    fields: rotation,
    answers: {
      200: { description: 'With the new one, which is shown once.', shape: rotatedSecret },
    },
    handle: (deps) => (ctx, body) => rotateSecret(deps, ctx, body),
  }),
  route('webhooks.rotate-key', {
    method: 'POST',
    path: '/b/webhooks/v1/rotate-key',
    who: SERVER,
    permissions: ['webhook.manage'],
    bodyOptional: true,
    tag: 'Webhooks',
    summary: 'Rotate the webhook key',
    description:
      'It signs from the next call on, in bodies alone. Answers of the API are signed with it too.',
    body: rotationBody,
    idempotent: 'sealed',
    fields: rotation,
    answers: { 200: { description: 'The new one, which is shown once.', shape: rotatedKey } },
    handle: (deps) => (ctx, body) => rotateKey(deps, ctx, body),
  }),
];
