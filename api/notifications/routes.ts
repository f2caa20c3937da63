import { notificationId } from '../../domain/ids.ts';
import { CHANNELS, NOTIFICATION_STATUSES } from '../../domain/notification/notification.ts';
import { Refusal } from '../../domain/refusal.ts';
import { callerMay, merchantOf, refuseUnlessAll } from '../access/caller.ts';
import { createdDoc, pagesDoc } from '../lists/page.ts';
import { CHANGE_PAYMENTS, route, SERVER, VIEW_PAYMENTS } from '../route.ts';
import {
  messageAnswer,
  notifiedAnswer,
  pageAnswerOf,
  pendingMessageAnswer,
  sentAnswer,
} from './answer.ts';
import { logPage } from './log.ts';
import { presentMessage } from './present.ts';
import { resend } from './resend.ts';
import { resendBody, sendBody } from './schema.ts';
import { sendOwn } from './send.ts';

const string = { type: 'string' };
const underWay = {
  description:
    'It is under way, or the provider did not say whether it has it. The log tells more.',
  shape: pendingMessageAnswer,
};

const send = {
  tag: 'Messages',
  summary: 'Send a message by a template',
  description:
    "The merchant's own template of that name and language, else ours, with the values of `context`. What stands for no placeholder of any template is refused; a value that is missing is empty.",
  body: sendBody,
  fields: {
    template_id:
      '`communication-notification-email` and the like for anything, `payment-request-mail`, or `<event>-<channel>`, such as `paid-sms`.',
    to: 'One address or number, or up to ten: a mail goes to all of them together, other messages to each.',
    unit_config: 'The code of the unit in whose name it is sent; WhatsApp needs one.',
    body: 'Sent where the template says nothing with these values.',
    attachments:
      'Each with `content` in base64, or a public `url` that is fetched when the mail is sent. 5 MB in all. The content type follows from the name; a `size` is held against the content.',
    trace_id: 'Your own name for the message, in the log.',
  },
  idempotent: true,
  answers: { 200: { description: 'It is sent.', shape: sentAnswer }, 202: underWay },
} as const;

/** Messages that somebody asks for, and the log of all messages (contract/messages#asked-for). */
export const notificationRoutes = [
  route('notifications.resend', {
    method: 'POST',
    path: '/b/pbl/v2/message-notification',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    tag: 'Messages',
    summary: 'Resend a notification',
    description:
      "As often as you ask. For channels under which the payment's `notifications` name its present state, or for any with `event`; all of them or none. Messages to an address that the payment does not name are in the audit log, and limited.",
    body: resendBody,
    fields: {
      session_id: 'Decides which payment is meant.',
      order_no: 'Enough where only one payment has it.',
      event:
        'The request for payment (`created`) or the receipt (`paid`, `authorized`), whether or not `notifications` asks for it. It has to be how the payment stands.',
      to: "Another address than the customer's own, of the one channel that is named.",
    },
    idempotent: true,
    answers: { 200: { description: 'It is sent.', shape: notifiedAnswer }, 202: underWay },
    handle: (deps) => (ctx, body) => resend(deps, ctx, body.read()),
  }),
  route('notifications.send', {
    method: 'POST',
    path: '/b/pbl/v2/send-notification',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    ...send,
    handle: (deps) => (ctx) => sendOwn(deps, ctx),
  }),
  route('notifications.send-by-channel', {
    method: 'POST',
    path: '/b/pbl/v2/notifications/send/:channel',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    ...send,
    summary: 'The same, with the channel in the path',
    handle: (deps) => (ctx) => sendOwn(deps, ctx, ctx.params.channel),
  }),
  route('notifications.list', {
    method: 'GET',
    path: '/b/pbl/v2/notifications',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Messages',
    summary: 'List messages',
    description:
      'To customers and to people of the merchant, newest first, without their words. To whom they went (`receivers`) is there for who has `customer.view`.',
    query: {
      session_id: { description: 'Of the payment.', schema: string },
      channel: { description: 'By which they went.', schema: { ...string, enum: [...CHANNELS] } },
      event_type: { description: 'What they tell of.', schema: string },
      status: {
        description: 'How they stand.',
        schema: { ...string, enum: [...NOTIFICATION_STATUSES] },
      },
      trace_id: { description: 'Your own name for them.', schema: string },
      ...createdDoc,
      ...pagesDoc,
    },
    answers: { 200: { description: 'A page of them.', shape: pageAnswerOf(messageAnswer) } },
    handle: (deps) => (ctx) => logPage(deps, ctx),
  }),
  route('notifications.read', {
    method: 'GET',
    path: '/b/pbl/v2/notifications/:id',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Messages',
    summary: 'Get a message',
    answers: { 200: { description: 'How it stands.', shape: messageAnswer } },
    handle: (deps) => async (ctx) => {
      const id = notificationId(ctx.params.id);
      const found = await deps.store.notifications.findOwn(merchantOf(ctx), id);
      if (!found) throw new Refusal('not_found', 'There is no such notification.');
      const { sessionId, transactionType: type } = found;
      if (sessionId !== undefined) refuseUnlessAll(ctx, 'view', type && [type]);
      return presentMessage(found, { maySeePeople: callerMay(ctx, 'customer.view') });
    },
  }),
];
