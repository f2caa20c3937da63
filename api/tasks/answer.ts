import Joi from 'joi';
import { isoUtc } from '../../domain/duration.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import { toDecimal } from '../../domain/money.ts';
import type { TaskMark } from '../../domain/tasks/mark.ts';
import {
  canBeHandled,
  SEVERITIES,
  SUBJECT_TYPES,
  TASK_KINDS,
  type Task,
  type TaskKind,
  type TaskSubject,
} from '../../domain/tasks/task.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { currencyText, moneyText, url } from '../schema-parts.ts';
import { object } from '../infer.ts';
import { operatorCommands } from './commands.ts';

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
    type: text.valid(...SUBJECT_TYPES).required(),
    id: text.required(),
    url,
  }).required(),
  amount: moneyText,
  currency_code: currencyText,
  order_no: text,
  reference_number: text,
  detail: text.allow(''),
  commands: Joi.array().items(text),
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

export function presentTask(
  task: Task,
  {
    mark,
    merchantId,
    publicUrl,
  }: {
    readonly mark: TaskMark | undefined;
    readonly merchantId: MerchantId;
    readonly publicUrl: string;
  },
) {
  const { kind, amount, since, until, subject } = task;
  const [title, next] = WORDS[kind];
  return defined({
    id: task.id,
    kind,
    severity: task.severity,
    since: isoUtc(since),
    until: until === undefined ? undefined : isoUtc(until),
    subject: defined({ ...subject, url: addressOf(subject, publicUrl) }),
    amount: amount && toDecimal(amount),
    currency_code: amount?.currency,
    order_no: task.orderNo,
    reference_number: task.referenceNumber,
    detail: task.detail,
    commands: operatorCommands(task, merchantId),
    title,
    next,
    can_be_handled: canBeHandled(task),
    mark: mark && presentMark(mark),
  });
}

export function presentMark({ state, by, at, note }: TaskMark) {
  return defined({ state, by: { id: by.id, username: by.username }, at: isoUtc(at), note });
}

/** Where the API shows it; what the operator alone sees to is shown nowhere, and has commands. */
function addressOf({ type, id }: TaskSubject, publicUrl: string): string | undefined {
  const path = pathOf(type, encodeURIComponent(id));
  return path === undefined ? undefined : new URL(path, publicUrl).href;
}

function pathOf(type: TaskSubject['type'], id: string): string | undefined {
  switch (type) {
    case 'payment':
      return `/b/checkout/v1/transactions/${id}/`;
    case 'request':
      return `/b/pbl/v2/operation-requests/${id}/`;
    case 'endpoint':
      return `/b/webhooks/v1/endpoints/${id}/`;
    case 'agreement':
      return `/b/pbl/v2/agreements/${id}/`;
    case 'channel':
      return `/b/pbl/v2/notifications/?channel=${id}&status=failed`;
    case 'bulk':
      return `/b/bulk/v1/bulk/${id}/`;
    case 'report':
      return `/b/api/v1/reports/exports/${id}/`;
    case 'key':
    case 'account':
    case 'settlement':
      return undefined;
    default:
      return unreachable(type);
  }
}

/** What it is, and what comes next, for programs that show no words of their own. */
const WORDS: Readonly<Record<TaskKind, readonly [title: string, next: string]>> = {
  'alert.amount-mismatch': [
    'Another amount came than was asked for',
    'Compare it with the gateway, and give all of it back: until then nobody can pay.',
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
  'gateway.failing': [
    'Most attempts at a gateway account end in an error',
    'Look at whether the gateway is away, and offer another account meanwhile.',
  ],
  'gateway.expiring': [
    'The credentials of a gateway account expire',
    'Get new ones from the gateway, and have them set with their date.',
  ],
  settlement: [
    'A settlement file differs from the ledger',
    'Ask the gateway about each difference, and note what it was.',
  ],
  agreement: [
    'A cycle of an agreement was not charged',
    'Agree with the customer how it is paid, and note it.',
  ],
  mail: [
    'Messages to customers fail',
    'Look at what the mail server or the provider says, and have its settings mended.',
  ],
  bulk: [
    'Rows of a bulk import made nothing',
    'Download the wrong rows, correct them, and send them again.',
  ],
  report: ['A report could not be made', 'Ask for it again.'],
};
