import type { AnswerOf } from '../../api/infer.ts';
import type { previewAnswer } from '../../api/transactions/preview.ts';
import type { unitsAnswer } from '../../api/units/routes.ts';
import { TYPED_FIELDS, type NewPaymentFacts } from '../../render/office/new-payment-facts.ts';
import { renderNewPayment } from '../../render/office/new-payment.tsx';
import { answerBody, fieldFaults, problemIn } from '../answers.ts';
import { officeFrame } from '../frame.ts';
import { officeForm, type OfficeAnswer } from '../page.ts';
import { isAskedAgain, type OfficeRequest } from '../request.ts';
import { amountTyped } from '../typed.ts';
import { attachmentOf } from './attachment.ts';
import { OFFERED_CHANNELS, tickedChannels } from './channels.ts';
import { lastTime } from './last-time.ts';
import { isNothing, type SearchAnswer } from './list-facts.ts';
import { currenciesFor, usableMethods, shownMethods, type Methods } from './methods.ts';

const PATH = '/office/payments/new';

/** A form that makes a payment (contract/office#new-payment). */
export const newPaymentPages = officeForm(['office.new-payment', 'office.make-payment'], {
  path: PATH,
  permissions: ['payment_request.add'],
  file: 'whole',
  ask: async (page) => {
    const [methods, before, attached] = await Promise.all([
      usableMethods(page),
      lastTime(page),
      attachmentOf(page),
    ]);
    const [first] = methods;
    const codes = methods.map(({ code }) => code);
    const again = before.methods.filter((code) => codes.includes(code));
    return form(page, methods, {
      ...attached,
      shownAt: page.kept?.['shown_at'] ?? new Date().toISOString(),
      knownOrder: page.field('same_order'),
      ...(page.kept?.['unanswered'] !== undefined && { isUnknown: true }),
      values: {
        currency_code: first?.default_currency ?? page.merchant.currencies[0] ?? '',
        language: page.language,
        ...before.values,
      },
      picked: {
        methods: again.length > 0 ? again : tickedAtFirst(methods),
        channels: before.channels,
      },
    });
  },
  press: async (page) => {
    const typed = Object.fromEntries(
      TYPED_FIELDS.map((name) => [name, page.field(name).normalize('NFC').trim()]),
    );
    const picked = {
      methods: page.ticked('pg_codes'),
      channels: tickedChannels(page),
    };
    const attached = await attachmentOf(page);
    const isAgain = isAskedAgain(page);
    const shown = {
      values: typed,
      picked,
      shownAt: page.field('shown_at'),
      knownOrder: page.field('same_order'),
      ...attached,
      ...(isAgain && { isUnknown: true }),
    };
    if (attached.faults) return form(page, await usableMethods(page), shown, 400);
    const sameOrder = isAgain ? undefined : await sameOrderAs(page, shown);
    if (sameOrder) return form(page, await usableMethods(page), { ...shown, sameOrder }, 409);
    const isCheck = page.field('act') === 'check' && !isAgain;
    const { status, body } = await page.api.send(
      'POST',
      isCheck ? '/b/checkout/v1/transactions/preview/' : '/b/checkout/v1/pymt-txn/',
      bodyFor(typed, shown),
      isCheck ? {} : { number: page.number },
    );
    if (status >= 200 && status < 300) {
      if (isCheck) {
        const methods = await usableMethods(page);
        return form(page, methods, { ...shown, ...costsIn(body, page, methods) });
      }
      const { session_id: sessionId } = body as { readonly session_id: string };
      return { to: `/office/payments/${sessionId}?after=created` };
    }
    const { detail, code } = problemIn(body);
    const isUnknown = !isCheck && (status >= 500 || code === 'tracking_in_progress');
    return form(
      page,
      await usableMethods(page),
      {
        ...shown,
        ...(isUnknown
          ? { isUnknown }
          : {
              faults: fieldFaults(body),
              ...(detail !== '' && { refusal: detail, refusalCode: code }),
            }),
      },
      status,
    );
  },
});

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The newest payment of the day before the form was shown that has its order number, unless they have been told of it. What the form
 * itself has made, sent twice, is younger.
 */
async function sameOrderAs(
  { api, field }: OfficeRequest,
  { values, shownAt }: Pick<NewPaymentFacts, 'values' | 'shownAt'>,
): Promise<NewPaymentFacts['sameOrder']> {
  const { order_no: orderNo = '' } = values;
  const shown = Date.parse(shownAt);
  if (orderNo === '' || orderNo === field('same_order') || Number.isNaN(shown)) return undefined;
  // The list would take it for the beginning of one.
  if (orderNo.endsWith('*')) return undefined;
  const query = new URLSearchParams({
    order_no: orderNo,
    created_after: new Date(shown - DAY_MS).toISOString(),
    created_before: shownAt,
    limit: '1',
  });
  const answer = await api.get(`/b/checkout/v1/transactions/?${query}`);
  if (answer.status !== 200) return undefined;
  const [found] = (answer.body as SearchAnswer).results;
  return (
    found && { orderNo, href: `/office/payments/${found.session_id}`, createdAt: found.created }
  );
}

/** What each way to pay would cost the customer, and which would not be offered, as the API says. */
function costsIn(
  body: unknown,
  { language }: OfficeRequest,
  methods: Methods,
): Pick<NewPaymentFacts, 'costs' | 'hiddenMethods'> {
  const names = shownMethods(methods, language);
  const preview = body as AnswerOf<typeof previewAnswer>;
  const costs = preview.payment_methods.map((one) => {
    const money = (value: string) => ({ value, currency: one.currency_code });
    return {
      name: names.find(({ code }) => code === one.code)?.name ?? one.name,
      total: money(one.total),
      ...(!isNothing(one.fee) && { fee: money(one.fee) }),
    };
  });
  const hiddenMethods = preview.hidden_payment_methods?.map(({ why }) => why);
  return { costs, ...(hiddenMethods && { hiddenMethods }) };
}

/** Those that the first one can stand beside: a payment is charged or held by all of them, in the sandbox or not. */
export function tickedAtFirst(
  methods: readonly Pick<Methods[number], 'code' | 'operation' | 'is_sandbox'>[],
): readonly string[] {
  const [first] = methods;
  return methods
    .filter((one) => one.operation === first?.operation && one.is_sandbox === first.is_sandbox)
    .map(({ code }) => code);
}

async function form(
  page: OfficeRequest,
  methods: Methods,
  given: Pick<NewPaymentFacts, 'values' | 'picked' | 'shownAt'> & Partial<NewPaymentFacts>,
  status?: number,
): Promise<OfficeAnswer> {
  const units = answerBody(await page.api.get('/b/units/v1/units/')) as AnswerOf<
    typeof unitsAnswer
  >;
  return {
    html: renderNewPayment({
      ...officeFrame(page, 'new-payment'),
      form: page.form(PATH),
      methods: shownMethods(methods, page.language),
      currencies: currenciesFor(page, methods),
      units: units.results,
      channels: OFFERED_CHANNELS,
      faults: {},
      ...given,
    }),
    ...(status !== undefined && { status }),
  };
}

/** What is empty is left out, so that the API's own rules decide. */
function bodyFor(
  typed: Readonly<Record<string, string>>,
  { picked: { methods, channels }, attachment }: Pick<NewPaymentFacts, 'picked' | 'attachment'>,
): object {
  const amount = amountTyped(typed['amount'] ?? '', typed['currency_code']);
  return {
    ...Object.fromEntries(Object.entries({ ...typed, amount }).filter(([, value]) => value !== '')),
    type: 'payment_request',
    pg_codes: methods,
    shortify_checkout_url: true,
    ...(attachment && { attachment_upload_url: attachment.url }),
    ...(channels.length > 0 && {
      notifications: Object.fromEntries(channels.map((one) => [one, ['created', 'paid']])),
    }),
  };
}
