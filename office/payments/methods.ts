import type { AnswerOf } from '../../api/infer.ts';
import type { methodsAnswer } from '../../api/payment-methods/answer.ts';
import type { Language } from '../../domain/language.ts';
import type { NewPaymentFacts } from '../../render/office/new-payment-facts.ts';
import { answerBody } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { namedIn } from '../language.ts';
import type { OfficeRequest } from '../request.ts';

export type Methods = AnswerOf<typeof methodsAnswer>['payment_methods'];

/** The ways to pay that this person may use. Throws what the API says where there can be none. */
export async function usableMethods(page: OfficeRequest): Promise<Methods> {
  return (answerBody(await askMethods(page)) as AnswerOf<typeof methodsAnswer>).payment_methods;
}

/** The same for a form that is whole without them. */
export async function usableMethodsIfAny(page: OfficeRequest): Promise<Methods> {
  const { status, body } = await askMethods(page);
  return status === 200 ? (body as AnswerOf<typeof methodsAnswer>).payment_methods : [];
}

function askMethods({ api }: OfficeRequest): Promise<AskedAnswer> {
  return api.send('POST', '/b/pbl/v2/payment-methods/', { plugin: 'payment_request' });
}

/** The same as a form offers them. */
export function shownMethods(methods: Methods, language: Language): NewPaymentFacts['methods'] {
  return methods.map((one) => ({
    code: one.code,
    name: nameAmong(methods, one, language),
    isSandbox: one.is_sandbox,
  }));
}

/** By its code, too, where another one has the same name. */
function nameAmong(methods: Methods, method: Methods[number], language: Language): string {
  const name = namedIn(method, language);
  return methods.filter((one) => namedIn(one, language) === name).length > 1
    ? `${name} (${method.code})`
    : name;
}

/** The merchant's own currencies; where it has named none, those of the ways to pay. */
export function currenciesFor(
  { merchant }: Pick<OfficeRequest, 'merchant'>,
  methods: Methods,
): readonly string[] {
  if (merchant.currencies.length > 0) return merchant.currencies;
  return [...new Set(methods.flatMap((one) => one.accepted_currencies))];
}
