import Joi from 'joi';
import { MAX_ATTACHMENT_NAME } from '../../domain/attachment.ts';
import { CHANNELS } from '../../domain/notification/notification.ts';
import { REQUESTABLE } from '../../domain/notification/resend.ts';
import { unitCode } from '../../domain/unit.ts';
import { email, readable, text, url } from '../schema-parts.ts';
import { object, oneOf, type ValueOf } from '../infer.ts';

const channel = Joi.string().valid(...CHANNELS);

/** The body of a message about how a payment stands (contract/messages#asked-for). */
export const resendBody = object({
  session_id: text(128),
  order_no: text(128),
  channels: Joi.array().items(channel).min(1).max(10).required(),
  event: Joi.string().valid(...REQUESTABLE),
  to: text(128).min(3),
});
export type ResendBody = ValueOf<typeof resendBody>;

/** A text of several lines. */
export const paragraphs = (max: number) =>
  Joi.string()
    .max(max)
    .custom((value: string) => {
      // oxlint-disable-next-line no-control-regex
      if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u.test(value))
        throw new Error('Control characters are not allowed here.');
      return value;
    });

const MOST = 10;
const copies = Joi.array().items(email).max(MOST);
const address = text(128).min(3);
const unit = readable(unitCode, 'Use the code of a unit.');

const SIZE = 'Use a whole number of bytes.';
const attachment = object({
  content: Joi.string().base64(),
  url,
  filename: text(MAX_ATTACHMENT_NAME),
  content_type: Joi.string()
    .max(128)
    .pattern(/^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/)
    .messages({ 'string.pattern.base': 'Use a media type such as application/pdf.' }),
  size: oneOf(Joi.number().integer().min(0), Joi.string().pattern(/^\d{1,15}$/)).messages({
    'alternatives.types': SIZE,
    'alternatives.match': SIZE,
  }),
});
export type AttachmentBody = ValueOf<typeof attachment>;

/** The body of a message by a template (contract/messages#asked-for). */
export const sendBody = object({
  channel: channel.required(),
  template_id: text(100).required(),
  to: oneOf(address, Joi.array().items(address).min(1).max(MOST)).required(),
  unit_config: oneOf(unit, Joi.number().integer().min(0)),
  language: Joi.string().valid('en', 'ar'),
  cc: copies,
  bcc: copies,
  subject: text(200),
  body: paragraphs(10_000),
  context: Joi.object<Readonly<Record<string, unknown>>>(),
  attachments: Joi.array().items(attachment).max(5),
  trace_id: text(60),
  tags: Joi.array().items(text(60)).max(20),
});
export type SendBody = ValueOf<typeof sendBody>;
