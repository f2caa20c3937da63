import Joi from 'joi';
import { TASK_MAIL_TIMES } from '../../domain/tasks/subscription.ts';
import { TASK_KINDS } from '../../domain/tasks/task.ts';
import { object } from '../infer.ts';

const rows = Joi.array().items(
  object({
    kind: Joi.string()
      .valid(...TASK_KINDS)
      .required(),
    when: Joi.string()
      .valid(...TASK_MAIL_TIMES)
      .required(),
  }),
);
const version = Joi.number().integer().min(0);

export const subscriptionsBody = object({
  results: rows.unique('kind').messages({ 'array.unique': 'Name each kind once.' }).required(),
  version,
});

export const subscriptionsAnswer = object({
  results: rows.required(),
  daily_at: Joi.string().required(),
  time_zone: Joi.string().required(),
  version: version.required(),
});
