import { isoUtc } from '../../domain/duration.ts';
import { lengthOf } from '../../domain/notification/parts.ts';
import type { StoredTemplate } from '../../domain/notification/stored-template.ts';
import { templateIdOf } from '../../domain/notification/template-id.ts';
import type { AnswerOf } from '../infer.ts';
import type { templateAnswer } from './answer.ts';

/** A template in words; of an SMS with how long it is before its placeholders are filled. */
export function presentTemplate(template: StoredTemplate): AnswerOf<typeof templateAnswer> {
  const { id, channel, event, language, unitCode, subject, text, html } = template;
  return {
    id,
    template_id: templateIdOf(template),
    channel,
    event,
    language,
    ...(unitCode !== undefined && { unit_code: unitCode }),
    ...(subject !== undefined && { subject }),
    text,
    ...(html !== undefined && { html }),
    ...(channel === 'sms' && { length: { ...lengthOf(text) } }),
    created: isoUtc(template.createdAt),
    modified: isoUtc(template.updatedAt),
  };
}
