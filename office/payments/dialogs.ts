import { stepUpBy } from '../../api/access/step-up.ts';
import type { PaymentAction } from '../../render/office/payment-facts.ts';
import { renderDialog } from '../../render/office/dialog.tsx';
import { fieldFaults, problemIn } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { officeFrame } from '../frame.ts';
import { officePage, type OfficeAnswer, type OfficeRequest } from '../page.ts';
import { amountTyped } from '../typed.ts';
import { tickedChannels } from './channels.ts';
import type { DetailAnswer } from './detail-facts.ts';
import { dialogFacts, isMoneyMove, type Pressed } from './dialog-facts.ts';
import { NEEDS } from './needs.ts';
import { mayChange, paymentPath, readPayment } from './read.ts';

/** A question and its answer for each thing that can be done to a payment (contract/office#questions). */
export const dialogPages = [
  ...dialogs('refund'),
  ...dialogs('capture'),
  ...dialogs('void'),
  ...dialogs('cancel'),
  ...dialogs('expire'),
  ...dialogs('delete'),
  ...dialogs('restore'),
  ...dialogs('inquire'),
  ...dialogs('notify'),
  ...dialogs('resend'),
];

function dialogs<const A extends PaymentAction>(action: A) {
  const page = {
    path: `/office/payments/:session_id/${action}`,
    permissions: NEEDS[action],
  } as const;
  return [
    officePage(`office.ask-${action}`, {
      ...page,
      handle: async (request) => question(request, await readPayment(request), action),
    }),
    officePage(`office.do-${action}`, {
      ...page,
      method: 'POST',
      handle: async (request) => {
        const detail = await readPayment(request);
        return outcome(request, detail, { action, answer: await act(request, detail, action) });
      },
    }),
  ] as const;
}

function question(
  request: OfficeRequest,
  detail: DetailAnswer,
  action: PaymentAction,
  { pressed, status }: { readonly pressed?: Pressed; readonly status?: number } = {},
): OfficeAnswer {
  const facts = dialogFacts(officeFrame(request, 'payments'), detail, {
    action,
    form: request.form(`${paymentPath(detail)}/${action}`),
    may: mayChange(request, detail),
    stepUpBy: stepUpBy(request.person.user, request.person.login),
    ...(pressed && { pressed }),
  });
  return { html: renderDialog(facts), ...(status !== undefined && { status }) };
}

/** Asks the API to do it, under the number of the form: a form that is sent twice acts once. */
function act(
  request: OfficeRequest,
  { session_id: sessionId, currency_code: currency, message }: DetailAnswer,
  action: PaymentAction,
): Promise<AskedAnswer> {
  const { api, number, field } = request;
  if (action === 'restore' || action === 'inquire' || action === 'notify')
    return api.send('POST', `/b/checkout/v1/pymt-txn/${sessionId}/${action}/`, {});
  if (action === 'resend')
    return api.send(
      'POST',
      '/b/pbl/v2/message-notification/',
      {
        session_id: sessionId,
        channels: tickedChannels(request),
        ...(message?.any === true && { event: message.event }),
        ...(field('to').trim() !== '' && { to: field('to').trim() }),
      },
      { number },
    );
  const amount = amountTyped(field('amount'), currency);
  const [code, note] = [field('reason'), field('note').trim()];
  return api.send(
    'POST',
    '/b/pbl/v2/operation/',
    {
      operation: action,
      session_id: sessionId,
      ...((action === 'refund' || action === 'capture') && amount !== '' && { amount }),
      ...(isMoneyMove(action) &&
        (code !== '' || note !== '') && { reason: { code, ...(note !== '' && { note }) } }),
    },
    { number, stepUp: field('step_up') },
  );
}

/**
 * What came of it. The payment's page tells it, from how things stand; a refusal stands at its field, with what was typed; of an
 * answer that did not come nobody knows, so the same form asks again under the same number.
 */
function outcome(
  request: OfficeRequest,
  detail: DetailAnswer,
  { action, answer }: { readonly action: PaymentAction; readonly answer: AskedAnswer },
): OfficeAnswer {
  const { status, body } = answer;
  if (status >= 200 && status < 300) {
    const { result } = (body ?? {}) as { readonly result?: unknown };
    const isLater = action === 'resend' && (result === 'pending' || result === 'unknown');
    const after = isLater ? 'resend-unknown' : action;
    return { to: `${paymentPath(detail)}?after=${after}` };
  }
  const { field } = request;
  const values = {
    amount: field('amount'),
    reason: field('reason'),
    note: field('note'),
    to: field('to'),
    ...(action === 'resend' && { channels: tickedChannels(request) }),
  };
  const { detail: refusal, code } = problemIn(body);
  if (status >= 500 || code === 'tracking_in_progress')
    return question(request, detail, action, { pressed: { values, isUnknown: true }, status });
  if (code === 'step_up_required') {
    const isWrong = field('step_up') !== '';
    return question(request, detail, action, { pressed: { values, stepUp: { isWrong } }, status });
  }
  const pressed =
    code === 'amount_exceeds_balance'
      ? { values, faults: { amount: [refusal] } }
      : {
          values,
          faults: fieldFaults(body),
          ...(refusal !== '' && { refusal, refusalCode: code }),
        };
  return question(request, detail, action, { pressed, status });
}
