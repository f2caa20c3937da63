import Joi from 'joi';

/** How the worker reaches people. */
export interface MessageEnv {
  /** The server that takes our mails, with user and password: a secret. Left out: nobody gets mail. */
  readonly SMTP_URL?: string;
  /** The address that mails come from. */
  readonly MAIL_FROM?: string;
  /** Whether mails may go out without TLS; only to a server on the own network. */
  readonly SMTP_TLS: 'required' | 'none';
  /** The address under which payers reach the API: messages lead there. */
  readonly PUBLIC_URL?: string;
  /** Whether there are pages for the people of merchants: mails to them lead there. */
  readonly OFFICE: 'on' | 'off';
  /** Their address, where it is another one than payers have. */
  readonly OFFICE_URL?: string;
  /** Who runs the installation: they get a mail of each alert about money. */
  readonly OPERATOR_EMAILS: readonly string[];
  /** Where SMS and WhatsApp messages are handed over, for merchants that have no provider of their own. */
  readonly SMS_URL?: string;
  readonly SMS_TOKEN?: string;
  readonly SMS_FROM?: string;
  readonly WHATSAPP_URL?: string;
  readonly WHATSAPP_TOKEN?: string;
  readonly WHATSAPP_FROM?: string;
  /** The country of telephone numbers that come without one. */
  readonly PHONE_COUNTRY?: string;
}

const webUrl = Joi.string()
  .empty('')
  .uri({ scheme: ['http', 'https'] })
  .custom((text: string) => {
    if (!URL.canParse(text)) throw new Error('it leads nowhere');
    return text;
  });

/** The variables about messages to people. */
export const messages = {
  // The value stays out of the message: it holds a password.
  SMTP_URL: Joi.string()
    .empty('')
    .custom(smtpUrl)
    .messages({ 'any.custom': '{{#label}} must be like smtps://user:password@mail.example:465' }),
  MAIL_FROM: Joi.string()
    .empty('')
    .pattern(/^(?:[^<>\r\n"]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .messages({
      'string.pattern.base': '{{#label}} must be like "Pearl Pay <no-reply@pay.example>"',
    }),
  SMTP_TLS: Joi.string().valid('required', 'none').empty('').default('required'),
  PUBLIC_URL: webUrl,
  OFFICE: Joi.string().valid('on', 'off').empty('').default('on'),
  OFFICE_URL: webUrl,
  OPERATOR_EMAILS: Joi.string()
    .empty('')
    .custom((text: string): readonly string[] => {
      const address = Joi.string().email({ tlds: false });
      const parts = text.split(',').map((part) => part.trim());
      return parts.filter((part) => part !== '').map((part) => Joi.attempt(part, address));
    })
    .default([])
    .messages({ 'any.custom': '{{#label}} must be e-mail addresses with commas between' }),
  SMS_URL: webUrl,
  SMS_TOKEN: Joi.string().empty(''),
  SMS_FROM: Joi.string().empty('').max(32),
  WHATSAPP_URL: webUrl,
  WHATSAPP_TOKEN: Joi.string().empty(''),
  WHATSAPP_FROM: Joi.string().empty('').max(32),
  PHONE_COUNTRY: Joi.string()
    .empty('')
    .pattern(/^[A-Z]{2}$/)
    .messages({ 'string.pattern.base': '{{#label}} must be a country of ISO 3166-1, like KW' }),
};

/** Throws where it is no address of a mail server. */
function smtpUrl(text: string): string {
  const { protocol, hostname } = new URL(text);
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '') throw new TypeError('no SMTP');
  return text;
}

/** The part of the environment about mails, in the words of `transports/mail.ts`; undefined where no server is set. */
export function mailSettings(env: MessageEnv) {
  const { SMTP_URL: url, MAIL_FROM: from, SMTP_TLS: tls } = env;
  return url === undefined || from === undefined
    ? undefined
    : { url, from, allowPlain: tls === 'none' };
}

/** The installation's own providers of SMS and WhatsApp messages, in the words of `domain/notification/plug.ts`. */
export function plugSettings(env: MessageEnv) {
  const { PHONE_COUNTRY: country } = env;
  const sms = plugOf(env.SMS_URL, { token: env.SMS_TOKEN, from: env.SMS_FROM, country });
  const whatsapp = plugOf(env.WHATSAPP_URL, {
    token: env.WHATSAPP_TOKEN,
    from: env.WHATSAPP_FROM,
    country,
  });
  return { ...(sms && { sms }), ...(whatsapp && { whatsapp }) };
}

interface PlugParts {
  readonly token: string | undefined;
  readonly from: string | undefined;
  readonly country: string | undefined;
}

function plugOf(url: string | undefined, { token, from, country }: PlugParts) {
  if (url === undefined) return undefined;
  return {
    url,
    ...(token !== undefined && { token }),
    ...(from !== undefined && { from }),
    ...(country !== undefined && { country }),
  };
}
