import type { Language } from '../../domain/language.ts';
import type { AnswerOf } from '../../api/infer.ts';
import type { methodsAnswer } from '../../api/payment-methods/answer.ts';
import { TYPED_FIELDS, type NewPaymentFacts } from '../../render/office/new-payment-facts.ts';
import { renderNewPayment } from '../../render/office/new-payment.tsx';
import { answerBody, fieldFaults, problemIn } from '../answers.ts';
import { officeFrame } from '../frame.ts';
import { namedIn } from '../language.ts';
import { officePage, type OfficeAnswer, type OfficeRequest } from '../page.ts';
import { amountTyped } from '../typed.ts';
import { OFFERED_CHANNELS, tickedChannels } from './channels.ts';

const PATH = '/office/payments/new';

/** A form that makes a payment (contract/office#new-payment). */
export const newPaymentPages = [
  officePage('office.new-payment', {
    path: PATH,
    permissions: ['payment_request.add'],
    handle: async (page) => {
      const methods = await methodsFor(page);
      const [first] = methods.payment_methods;
      return form(page, methods, {
        values: {
          currency_code: first?.default_currency ?? page.merchant.currencies[0] ?? '',
          language: page.language,
        },
        picked: { methods: tickedAtFirst(methods.payment_methods), channels: [] },
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
        await methodsFor(page),
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

type MethodsAnswer = AnswerOf<typeof methodsAnswer>;
type Methods = MethodsAnswer['payment_methods'];

/** Those that the first one can stand beside: a payment is charged or held by all of them, in the sandbox or not. */
export function tickedAtFirst(
  methods: readonly Pick<Methods[number], 'code' | 'operation' | 'is_sandbox'>[],
): readonly string[] {
  const [first] = methods;
  return methods
    .filter((one) => one.operation === first?.operation && one.is_sandbox === first.is_sandbox)
    .map(({ code }) => code);
}

/** By its code, too, where another one has the same name. */
function nameAmong(methods: Methods, method: Methods[number], language: Language): string {
  const name = namedIn(method, language);
  return methods.filter((one) => namedIn(one, language) === name).length > 1
    ? `${name} (${method.code})`
    : name;
}

/** The ways to pay that this person may use. */
async function methodsFor({ api }: OfficeRequest): Promise<MethodsAnswer> {
  const answer = await api.send('POST', '/b/pbl/v2/payment-methods/', {
    plugin: 'payment_request',
  });
  return answerBody(answer) as MethodsAnswer;
}

function form(
  page: OfficeRequest,
  { payment_methods: methods }: MethodsAnswer,
  given: Pick<NewPaymentFacts, 'values' | 'picked'> & Partial<NewPaymentFacts>,
  status?: number,
): OfficeAnswer {
  const accepted = [...new Set(methods.flatMap((one) => one.accepted_currencies))];
  const own = page.merchant.currencies;
  return {
    html: renderNewPayment({
      ...officeFrame(page, 'new-payment'),
      form: page.form(PATH),
      methods: methods.map((one) => ({
        code: one.code,
        name: nameAmong(methods, one, page.language),
        isSandbox: one.is_sandbox,
      })),
      currencies: own.length > 0 ? own : accepted,
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
