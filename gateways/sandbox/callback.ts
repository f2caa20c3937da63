import Joi from 'joi';
import { callbackWord } from '../callback-word.ts';
import { GatewayFault, type RawCallback, type ReadCallback } from '../gateway.ts';
import { sandboxDispute } from './dispute.ts';
import { networkOperation } from './operation.ts';
import { networkPayment } from './payment.ts';
import type { SandboxSettings } from './settings.ts';
import { operationReport, merchantReferenceOf, attemptReportOf } from './wire.ts';
import { parsedJson } from '../shapes.ts';
import { isSignedBy, isTimely } from '../signature.ts';

interface CallbackBody {
  readonly event_id: string;
  readonly payment: object;
  readonly operation?: object;
  readonly dispute?: object;
}

const bodySchema = Joi.object<CallbackBody, true>({
  event_id: Joi.string().max(100).required(),
  payment: Joi.object().required(),
  operation: Joi.object(),
  dispute: Joi.object(),
}).required();

/** Believes a callback only by its signature over the raw body; anything else is `forged`, with the reason. */
export function readCallback(settings: SandboxSettings, callback: RawCallback): ReadCallback {
  const forgery = forgeryOf(settings, callback);
  if (forgery !== undefined) return { step: 'forged', reason: forgery };
  const { error, value } = bodySchema.validate(parsedJson(callback.body), {
    convert: false,
    stripUnknown: true,
  });
  if (error) return { step: 'forged', reason: `signed, but not a callback: ${error.message}` };
  const named = String(Reflect.get(value.payment, 'merchant_reference'));
  return callbackWord(value.event_id, named, () => wordIn(value));
}

/** Throws a `GatewayFault` for words that we do not know. */
function wordIn({ payment: told, operation, dispute }: CallbackBody) {
  const payment = networkPayment(told);
  if (dispute)
    return {
      step: 'dispute',
      report: sandboxDispute(dispute, merchantReferenceOf(payment)),
    } as const;
  if (!operation) return { step: 'report', report: attemptReportOf(payment) } as const;
  const done = networkOperation(operation);
  if (done.payment_id !== payment.id)
    throw new GatewayFault('unknown', 'The operation is not of the payment that comes with it.');
  const about = operationReport(done, merchantReferenceOf(payment));
  return { step: 'operation', report: about } as const;
}

function forgeryOf(settings: SandboxSettings, { headers, body, receivedAt }: RawCallback) {
  const header = headers['x-simulator-signature'];
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '');
  const [, seconds, given] = match ?? [];
  if (seconds === undefined || given === undefined) return 'no readable signature';
  if (!isTimely(Number(seconds) * 1000, receivedAt)) return 'the signature is too old';
  return isSignedBy([settings.callback_secret], `${seconds}.${body}`, { given: [given], as: 'hex' })
    ? undefined
    : 'the signature is wrong';
}
