import { randomUUID } from 'node:crypto';
import { forbidden } from '../../api/access/caller.ts';
import { stepUpBy } from '../../api/access/step-up.ts';
import type { FormFacts } from '../../render/office/form.tsx';
import type { PaymentAction } from '../../render/office/payment-facts.ts';
import { deedOf } from '../../render/office/deed.ts';
import { renderDialog } from '../../render/office/dialog.tsx';
import { officeWords } from '../../render/locales/office-words.ts';
import { answerBody, fieldFaults, notSentBy, problemIn } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { wrongStepUp } from '../clock.ts';
import { officeFrame } from '../frame.ts';
import { officeForm, type OfficeAnswer } from '../page.ts';
import { isAskedAgain, type OfficeRequest } from '../request.ts';
import { amountTyped } from '../typed.ts';
import { tickedChannels } from './channels.ts';
import type { DetailAnswer } from './detail-facts.ts';
import { dialogFacts, isMoneyMove, type CardsAnswer, type Pressed } from './dialog-facts.ts';
import { NEEDS } from './needs.ts';
import { askPayment, mayChange, paymentPath, readPayment } from './read.ts';

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
  ...dialogs('cash'),
  ...dialogs('charge'),
];

function dialogs<const A extends PaymentAction>(action: A) {
  return officeForm([`office.ask-${action}`, `office.do-${action}`], {
    path: `/office/payments/:session_id/${action}`,
    permissions: NEEDS[action],
    ask: async (request) => {
      // As the form has said: an address does not say what has happened.
      const isUnknown = request.kept?.['unanswered'] !== undefined;
      const again = isUnknown ? { pressed: { isUnknown } as const } : {};
      return question(request, await readPayment(request), action, again);
    },
    press: async (request) => {
      const detail = await readPayment(request);
      // Between the question and the press somebody else may have paid or canceled it; also between two presses.
      if (action === 'delete' && request.field('deed') !== deedOf(action, detail.state)) {
        const pressed = { isAnswered: true, isOtherDeed: true } as const;
        return question(request, detail, action, { pressed, status: 409 });
      }
      if (action === 'charge') {
        // Who may not see the cards of customers charges none.
        await cardsOf(request, detail);
        const isMissing = request.ticked('consent').length === 0 && !isAskedAgain(request);
        if (detail.agreement === undefined && isMissing) {
          const { consentMissing } = officeWords(request.language).operation;
          const pressed = { faults: { consent: [consentMissing] }, isOurs: true } as const;
          return question(request, detail, action, { pressed, status: 400 });
        }
      }
      if (isMoneyMove(action) && isNoteAlone(request)) {
        const { reasonMissing } = officeWords(request.language).operation;
        const pressed = { faults: { reason: [reasonMissing] }, isOurs: true } as const;
        return question(request, detail, action, { pressed, status: 400 });
      }
      return outcome(request, detail, { action, answer: await act(request, detail, action) });
    },
  });
}

async function question(
  request: OfficeRequest,
  detail: DetailAnswer,
  action: PaymentAction,
  { pressed, status }: { readonly pressed?: Pressed; readonly status?: number } = {},
): Promise<OfficeAnswer> {
  const form = request.form(`${paymentPath(detail)}/${action}`);
  const facts = dialogFacts(officeFrame(request, 'payments'), detail, {
    action,
    form: pressed?.isAnswered ? answeredForm(form, pressed) : form,
    may: mayChange(request, detail),
    stepUpBy: stepUpBy(request.person.user, request.person.login),
    ...(pressed && { pressed }),
    ...(action === 'resend' && { event: eventOf(request, detail) }),
    ...(action === 'charge' && { cards: await cardsOf(request, detail) }),
  });
  return { html: renderDialog(facts), ...(status !== undefined && { status }) };
}

/**
 * What became of the first press is kept under its number (contract/requests#idempotency), so another try has a new one. Of a message
 * that not every way has taken, the others are not ticked again: by them its customer would get it twice.
 */
function answeredForm({ typed, ...form }: FormFacts, { notSent }: Pressed): FormFacts {
  const fields = Object.entries(typed ?? {}).filter(
    ([name]) =>
      !notSent ||
      !name.startsWith('channels.') ||
      notSent.channels.some((one) => name === `channels.${one}`),
  );
  return { ...form, number: randomUUID(), typed: Object.fromEntries(fields) };
}

/** The saved cards of the customer. Throws 403 for who may not see them. */
async function cardsOf(
  { api, may }: OfficeRequest,
  { customer_id: customerId, is_sandbox: isSandbox }: DetailAnswer,
): Promise<CardsAnswer> {
  if (!may('customer.view')) throw forbidden('customer.view');
  if (customerId === undefined) return [];
  const whose = { customer_id: customerId, type: isSandbox ? 'sandbox' : 'production' };
  return answerBody(await api.get(`/b/pbl/v2/card/?${new URLSearchParams(whose)}`)) as CardsAnswer;
}

/**
 * What the message tells, where that has to be named: how the payment stands. What was pressed without an answer is asked for again as it
 * was, however the payment stands by now.
 */
function eventOf(request: OfficeRequest, { message }: DetailAnswer): string {
  if (isAskedAgain(request)) return request.field('event');
  return message?.any === true ? message.event : '';
}

function isNoteAlone({ field }: OfficeRequest): boolean {
  return field('reason') === '' && field('note').trim() !== '';
}

/** Asks the API to do it, under the number of the form: a form that is sent twice acts once. */
function act(
  request: OfficeRequest,
  detail: DetailAnswer,
  action: PaymentAction,
): Promise<AskedAnswer> {
  const { session_id: sessionId, currency_code: currency } = detail;
  const { api, number, field } = request;
  if (action === 'restore' || action === 'inquire' || action === 'notify')
    return api.send('POST', `/b/checkout/v1/pymt-txn/${sessionId}/${action}/`, {}, { number });
  if (action === 'resend') {
    const event = eventOf(request, detail);
    return api.send(
      'POST',
      '/b/pbl/v2/message-notification/',
      {
        session_id: sessionId,
        channels: tickedChannels(request),
        ...(event !== '' && { event }),
        ...(field('to').trim() !== '' && { to: field('to').trim() }),
      },
      { number },
    );
  }
  if (action === 'cash' || action === 'charge') {
    const [path, name] = action === 'cash' ? ['cash', 'pg_code'] : ['auto-debit', 'token'];
    const chosen = field(name) === '' ? {} : { [name]: field(name) };
    const body = { session_id: sessionId, ...chosen };
    return api.send('POST', `/b/pbl/v2/payment/${path}/`, body, { number });
  }
  const [code, note] = [field('reason'), field('note').trim()];
  return api.send(
    'POST',
    '/b/pbl/v2/operation/',
    {
      operation: action,
      session_id: sessionId,
      // Also an empty one, which is a mistake: left out, it would be all that is left.
      ...((action === 'refund' || action === 'capture') && {
        amount: amountTyped(field('amount'), currency),
      }),
      ...(isMoneyMove(action) && code !== '' && { reason: { code, ...(note !== '' && { note }) } }),
    },
    { number, stepUp: field('step_up') },
  );
}

/**
 * What came of it. The payment's page tells it, from how things stand; a refusal stands at its field, with what was typed; of an
 * answer that did not come nobody knows, so the same form asks again under the same number. When that is refused, nobody knows
 * still (contract/requests#idempotency); that a message was not sent is no refusal.
 */
function outcome(
  request: OfficeRequest,
  detail: DetailAnswer,
  { action, answer }: { readonly action: PaymentAction; readonly answer: AskedAnswer },
): OfficeAnswer | Promise<OfficeAnswer> {
  const { status, body } = answer;
  if (status === 202 && isMoneyMove(action)) return underWay(request, detail, { action, body });
  if (status >= 200 && status < 300) {
    const { result } = (body ?? {}) as { readonly result?: unknown };
    const isLater = action === 'resend' && (result === 'pending' || result === 'unknown');
    const after = isLater ? 'resend-unknown' : action;
    return { to: `${paymentPath(detail)}?after=${after}` };
  }
  const { detail: refusal, code } = problemIn(body);
  if (status >= 500 || code === 'tracking_in_progress')
    return question(request, detail, action, { pressed: { isUnknown: true }, status });
  // Also where it was asked for before without an answer: this is the answer.
  const failed = action === 'resend' ? messageFailed(request, body) : undefined;
  if (failed) return question(request, detail, action, { pressed: failed, status });
  const still = isAskedAgain(request) ? ({ isUnknown: true } as const) : {};
  if (code === 'step_up_required') {
    const pressed = { ...still, stepUp: wrongStepUp(request.field) };
    return question(request, detail, action, { pressed, status });
  }
  const pressed =
    code === 'amount_exceeds_balance'
      ? { ...still, faults: { amount: [refusal] } }
      : {
          ...still,
          faults: dialogFaults(body),
          ...(refusal !== '' && { refusal, refusalCode: code }),
        };
  return question(request, detail, action, { pressed, status });
}

/**
 * What waits for a second person, or for the gateway, is told by the payment's page. What is not written down may not have been begun:
 * there an earlier one would be told in its place.
 */
async function underWay(
  request: OfficeRequest,
  detail: DetailAnswer,
  { action, body }: { readonly action: PaymentAction; readonly body: unknown },
): Promise<OfficeAnswer> {
  const { approval, reference_number: reference } = (body ?? {}) as {
    readonly approval?: unknown;
    readonly reference_number?: unknown;
  };
  const { status, body: read } = await askPayment(request);
  const { operations } = status === 200 ? (read as DetailAnswer) : detail;
  if (approval !== undefined || operations.some((one) => one.reference_number === reference))
    return { to: `${paymentPath(detail)}?after=${action}` };
  return question(request, detail, action, { pressed: { isUnknown: true }, status: 503 });
}

/** What the API says of a message that was not sent, by which of the ways that were ticked; undefined where it has refused to send any. */
function messageFailed(request: OfficeRequest, body: unknown): Pressed | undefined {
  const notSent = notSentBy(body);
  if (!notSent) return undefined;
  const { detail: refusal, code } = problemIn(body);
  const ticked = tickedChannels(request);
  const failed = ticked.filter((one) => notSent.includes(one));
  return {
    isAnswered: true,
    refusal,
    refusalCode: code,
    ...(code === 'not_sent' && {
      notSent: { channels: failed, isOfSome: failed.length < ticked.length },
    }),
  };
}

/** What is wrong with the fields; the note of a reason is a field of its own here. */
function dialogFaults(body: unknown): ReturnType<typeof fieldFaults> {
  const { reason, ...others } = (body ?? {}) as { readonly reason?: unknown };
  const { note, ...code } = fieldFaults(reason);
  return fieldFaults({ ...others, reason: code, note });
}
