import Joi from 'joi';
import { ALERT_KINDS } from '../../domain/transaction/transaction.ts';
import { ALERT_EVENTS } from '../../domain/webhook/alert-payload.ts';
import { object } from '../infer.ts';
import { currencyText, moneyText, sessionIdText } from '../schema-parts.ts';

const text = Joi.string();
const time = Joi.string().isoDate();

/** The body of an event about an alert (contract/webhooks#alerts). */
export const alertEvent = object({
  event_type: text.valid(...ALERT_EVENTS).required(),
  alert: text.valid(...ALERT_KINDS).required(),
  message: text.required(),
  raised_at: time.required(),
  task_id: text.required(),
  session_id: sessionIdText.required(),
  order_no: text,
  reference_number: text.required(),
  amount: moneyText,
  currency_code: currencyText,
  handled_by: text,
  note: text,
  is_sandbox: Joi.boolean(),
  extra: Joi.object({ test_event: Joi.boolean() }),
  timestamp_utc: time.required(),
  signature: text.required(),
});
