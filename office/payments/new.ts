import { TYPED_FIELDS, type NewPaymentFacts } from '../../render/office/new-payment-facts.ts';
import { renderNewPayment } from '../../render/office/new-payment.tsx';
import { fieldFaults, problemIn } from '../answers.ts';
import { officeFrame } from '../frame.ts';
import { officePage, type OfficeAnswer, type OfficeRequest } from '../page.ts';
import { amountTyped } from '../typed.ts';
import { OFFERED_CHANNELS, tickedChannels } from './channels.ts';
import { currenciesFor, usableMethods, shownMethods, type Methods } from './methods.ts';

const PATH = '/office/payments/new';

/** A form that makes a payment (contract/office#new-payment). */
export const newPaymentPages = [
  officePage('office.new-payment', {
    path: PATH,
    permissions: ['payment_request.add'],
    handle: async (page) => {
      const methods = await usableMethods(page);
      const [first] = methods;
      return form(page, methods, {
        values: {
          currency_code: first?.default_currency ?? page.merchant.currencies[0] ?? '',
          language: page.language,
        },
        picked: { methods: tickedAtFirst(methods), channels: [] },
      });
    },
  }),
  officePage('office.make-payment', {
    method: 'POST',
    path: PATH,
    permissions: ['payment_request.add'],
    handle: async (page) => {
      const typed = Object.fromEntries(TYPED_FIELDS.map((name) => [name, page.field(name).trim()]));
      const picked = {
        methods: page.ticked('pg_codes'),
        channels: tickedChannels(page),
      };
      const { status, body } = await page.api.send(
        'POST',
        '/b/checkout/v1/pymt-txn/',
        bodyFor(typed, picked),
        { number: page.number },
      );
      if (status >= 200 && status < 300) {
        const { session_id: sessionId } = body as { readonly session_id: string };
        return { to: `/office/payments/${sessionId}?after=created` };
      }
      const { detail, code } = problemIn(body);
      const isUnknown = status >= 500 || code === 'tracking_in_progress';
      return form(
        page,
        await usableMethods(page),
        {
          values: typed,
          picked,
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
  }),
];

/** Those that the first one can stand beside: a payment is charged or held by all of them, in the sandbox or not. */
export function tickedAtFirst(
  methods: readonly Pick<Methods[number], 'code' | 'operation' | 'is_sandbox'>[],
): readonly string[] {
  const [first] = methods;
  return methods
    .filter((one) => one.operation === first?.operation && one.is_sandbox === first.is_sandbox)
    .map(({ code }) => code);
}

function form(
  page: OfficeRequest,
  methods: Methods,
  given: Pick<NewPaymentFacts, 'values' | 'picked'> & Partial<NewPaymentFacts>,
  status?: number,
): OfficeAnswer {
  return {
    html: renderNewPayment({
      ...officeFrame(page, 'new-payment'),
      form: page.form(PATH),
      methods: shownMethods(methods, page.language),
      currencies: currenciesFor(page, methods),
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
  { methods, channels }: NewPaymentFacts['picked'],
): object {
  const amount = amountTyped(typed['amount'] ?? '', typed['currency_code']);
  return {
    ...Object.fromEntries(Object.entries({ ...typed, amount }).filter(([, value]) => value !== '')),
    type: 'payment_request',
    pg_codes: methods,
    shortify_checkout_url: true,
    ...(channels.length > 0 && {
      notifications: Object.fromEntries(channels.map((one) => [one, ['created', 'paid']])),
    }),
  };
}
