import { DELIVERY_STATES } from '../../domain/webhook/delivery-state.ts';
import { EVENT_TYPES } from '../../domain/webhook/event-type.ts';
import { createdDoc, pagesDoc } from '../lists/page.ts';
import { reply, route, SERVER } from '../route.ts';
import { deliveryAnswer, deliveryPage, replayAnswer, wholeAnswer } from './answer.ts';
import { deliveryAt, deliveriesPage } from './deliveries.ts';
import { presentDelivery, presentWhole } from './present.ts';
import { beginReplay, presentReplay, replayAt } from './replays.ts';
import { replayBody, testBody } from './schema.ts';
import { sendTest } from './test-event.ts';

const string = { type: 'string' };

/** What became of webhooks, and what a merchant's people do about it. */
export const webhookRoutes = [
  route('webhooks.deliveries', {
    method: 'GET',
    path: '/b/webhooks/v1/deliveries',
    who: SERVER,
    permissions: ['webhook.view'],
    tag: 'Webhooks',
    summary: 'List deliveries of webhooks',
    description: 'Newest first. `next` leads to the page behind; it is null on the last one.',
    query: {
      state: { description: 'How it stands.', schema: { ...string, enum: [...DELIVERY_STATES] } },
      event_type: {
        description: 'What it tells of.',
        schema: { ...string, enum: [...EVENT_TYPES] },
      },
      session_id: { description: 'Of the payment.', schema: string },
      endpoint_id: { description: 'The registered endpoint that it is for.', schema: string },
      ...createdDoc,
      limit: pagesDoc.limit,
      cursor: { description: 'From the `next` of a page.', schema: string },
    },
    errors: [400],
    answers: { 200: { description: 'A page of them.', shape: deliveryPage } },
    handle: (deps) => (ctx) => deliveriesPage(deps, ctx),
  }),
  route('webhooks.delivery', {
    method: 'GET',
    path: '/b/webhooks/v1/deliveries/:event_id',
    who: SERVER,
    permissions: ['webhook.view'],
    tag: 'Webhooks',
    summary: 'Read a delivery with all its calls',
    description:
      'What is posted and what was answered, at most 20 kB of each, without what looks like a secret.',
    answers: { 200: { description: 'The whole of it.', shape: wholeAnswer } },
    handle: (deps) => async (ctx) => presentWhole(await deliveryAt(deps, ctx)),
  }),
  route('webhooks.replay', {
    method: 'POST',
    path: '/b/webhooks/v1/deliveries/:event_id/replay',
    who: SERVER,
    permissions: ['webhook.manage'],
    tag: 'Webhooks',
    summary: 'Send a webhook again',
    description:
      'The same event with the same id, whether it was acknowledged or not; at once, and by the calendar from its beginning when that fails.',
    idempotent: 'accepted',
    answers: {
      202: { description: 'It will be called; how it stood before.', shape: deliveryAnswer },
    },
    handle: (deps) => async (ctx) => {
      const delivery = await deliveryAt(deps, ctx);
      await deps.engine.sendAgain(delivery);
      return presentDelivery(delivery);
    },
  }),
  route('webhook-replays.create', {
    method: 'POST',
    path: '/b/webhooks/v1/replays',
    who: SERVER,
    permissions: ['webhook.manage'],
    tag: 'Webhooks',
    summary: 'Send many webhooks again',
    description:
      'All that the filter means and that are there by now, newest first, ten a second at most, each under its own id. No test events.',
    body: replayBody,
    fields: {
      created_after: 'This moment or later.',
      created_before: 'Before this moment.',
      endpoint_id: 'The registered endpoint that they are for.',
    },
    idempotent: true,
    answers: { 202: { description: 'It has begun.', shape: replayAnswer } },
    handle: (deps) => async (ctx, body) => presentReplay(await beginReplay(deps, ctx, body.read())),
  }),
  route('webhook-replays.read', {
    method: 'GET',
    path: '/b/webhooks/v1/replays/:id',
    who: SERVER,
    permissions: ['webhook.view'],
    tag: 'Webhooks',
    summary: 'Get a replay',
    answers: {
      200: { description: 'How many were handed to their deliveries.', shape: replayAnswer },
    },
    handle: (deps) => async (ctx) => presentReplay(await replayAt(deps, ctx)),
  }),
  route('webhooks.test', {
    method: 'POST',
    path: '/b/webhooks/v1/test-events',
    who: SERVER,
    permissions: ['webhook.manage'],
    bodyOptional: true,
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'A made-up event of the type that is named, signed like every other, sent once. Its `extra.test_event` is true, its payment does not exist.',
    body: testBody,
    fields: {
      event_type: '`payment.paid` when it is left out.',
      endpoint_id: 'Where to: one of your endpoints, signed with its own secret.',
      url: 'Where to; the webhook URL of your first plugin that has one when it is left out.',
    },
    idempotent: true,
    answers: {
      200: { description: 'What the receiver said.', shape: wholeAnswer },
      202: { description: 'It has not said anything yet; read it again.', shape: wholeAnswer },
    },
    handle: (deps) => async (ctx, body) => {
      const sent = await sendTest(deps, ctx, body.read());
      return reply(sent.calls.length > 0 ? 200 : 202, presentWhole(sent));
    },
  }),
];
