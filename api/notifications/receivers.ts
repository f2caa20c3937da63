import { fieldSentence } from '../../domain/field-sentence.ts';
import type { Addressees } from '../../domain/notification/notification.ts';
import { e164 } from '../../domain/phone.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { email } from '../schema-parts.ts';
import type { SendBody } from './schema.ts';

/** Parts that only mails have. */
const OF_MAILS = ['cc', 'bcc', 'subject', 'attachments'] as const;

/** What is wrong about who gets a message, and with the parts that its channel does not have. */
export function receiverFaults(body: Partial<SendBody>): FieldErrors {
  const { channel, to, unit_config: unit } = body;
  if (channel === undefined) return {};
  const isMail = channel === 'email';
  const wrong = listOf(to).filter((one) => !(isMail ? isEmail(one) : e164(one) !== undefined));
  return {
    ...(wrong.length > 0 && {
      to: [isMail ? fieldSentence('email') : fieldSentence('phone')],
    }),
    ...(channel === 'whatsapp' &&
      unit === undefined && { unit_config: ['WhatsApp needs the unit in whose name it is sent.'] }),
    ...(isMail
      ? {}
      : Object.fromEntries(
          OF_MAILS.filter((part) => body[part] !== undefined).map((part) => [
            part,
            ['Only e-mails have it.'],
          ]),
        )),
  };
}

/** A mail goes to all of them; a message by telephone is one for each. */
export function receiversOf({ channel, to, cc, bcc }: SendBody): readonly Addressees[] {
  if (channel !== 'email') {
    const numbers = listOf(to).map((one) => e164(one) ?? one);
    return [...new Set(numbers)].map((number) => ({ to: [number] }));
  }
  return [{ to: [...new Set(listOf(to))], ...(cc && { cc }), ...(bcc && { bcc }) }];
}

function listOf(to: SendBody['to'] | undefined): readonly string[] {
  return to === undefined ? [] : [to].flat();
}

function isEmail(text: string): boolean {
  return email.validate(text).error === undefined;
}
