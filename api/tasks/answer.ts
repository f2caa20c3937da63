import Joi from 'joi';
import { isoUtc } from '../../domain/duration.ts';
import { defined } from '../../domain/json.ts';
import { toDecimal } from '../../domain/money.ts';
import type { TaskMark } from '../../domain/tasks/mark.ts';
import {
  canBeHandled,
  SEVERITIES,
  TASK_KINDS,
  type Task,
  type TaskKind,
} from '../../domain/tasks/task.ts';
import { url } from '../schema-parts.ts';
import { object } from '../infer.ts';
import { currencyText, moneyText } from '../transactions/answer.ts';

const text = Joi.string();
const time = Joi.string().isoDate();
const count = Joi.number().integer().min(0);

/** Who sees to a task, or has seen to it. */
export const markAnswer = object({
  state: text.valid('taken', 'handled').required(),
  by: object({ id: Joi.number().required(), username: text.required() }).required(),
  at: time.required(),
  note: text,
});

/** One task (contract/tasks#list). */
export const taskAnswer = object({
  id: text.required(),
  kind: text.valid(...TASK_KINDS).required(),
  severity: text.valid(...SEVERITIES).required(),
  since: time.required(),
  until: time,
  subject: object({
    type: text.valid('payment', 'request', 'endpoint', 'key').required(),
    id: text.required(),
  }).required(),
  amount: moneyText,
  currency_code: currencyText,
  order_no: text,
  reference_number: text,
  detail: text.allow(''),
  title: text.required(),
  next: text.required(),
  can_be_handled: Joi.boolean().required(),
  mark: markAnswer,
});

/** A page of them, worst first, and how many are open of each kind. */
export const taskPage = object({
  next: url.allow(null).required(),
  results: Joi.array().items(taskAnswer).required(),
  counts: object(Object.fromEntries(TASK_KINDS.map((kind) => [kind, count] as const))).required(),
});

export function presentTask(task: Task, mark: TaskMark | undefined) {
  const { kind, amount, since, until } = task;
  const [title, next] = WORDS[kind];
  return defined({
    id: task.id,
    kind,
    severity: task.severity,
    since: isoUtc(since),
    until: until === undefined ? undefined : isoUtc(until),
    subject: task.subject,
    amount: amount && toDecimal(amount),
    currency_code: amount?.currency,
    order_no: task.orderNo,
    reference_number: task.referenceNumber,
    detail: task.detail,
    title,
    next,
    can_be_handled: canBeHandled(task),
    mark: mark && presentMark(mark),
  });
}

export function presentMark({ state, by, at, note }: TaskMark) {
  return defined({ state, by: { id: by.id, username: by.username }, at: isoUtc(at), note });
}

/** What it is, and what comes next, for programs that show no words of their own. */
const WORDS: Readonly<Record<TaskKind, readonly [title: string, next: string]>> = {
  'alert.amount-mismatch': [
    'Another amount came than was asked for',
    'Compare it with the gateway, and give back what is too much.',
  ],
  'alert.late-money': [
    'Money came after the payment was over',
    'Give it back at the gateway, or agree with the customer.',
  ],
  'alert.second-success': ['A customer has paid twice', 'Give the second charge back.'],
  'alert.manual-action-required': [
    'An operation needs a person',
    'Look at the gateway what became of it.',
  ],
  'alert.break-glass': [
    'One person has approved for all in an emergency',
    'Look at whether that was right.',
  ],
  'alert.reference-mismatch': [
    'A gateway names the payment otherwise than before',
    'Compare the references at the gateway.',
  ],
  'alert.dispute': ['A payment is disputed', 'Answer at the gateway in time.'],
  needs_hand: [
    'An operation that was agreed to was not done',
    'Have it tried again, or cancel it.',
  ],
  'webhook.disabled': [
    'An endpoint is not called any more',
    'Mend the receiver, then enable the endpoint.',
  ],
  approval: ['A request waits for approval', 'Approve or reject it.'],
  stuck: ['A gateway does not say what became of an attempt', 'Inquire, or look at the gateway.'],
  'webhook.failing': ['An endpoint fails', 'Look at what the receiver answers.'],
  'key.expiring': ['An API key expires soon', 'Make a new pair, use it, then revoke the old one.'],
};
