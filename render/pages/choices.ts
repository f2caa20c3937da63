import type { Amount, CheckoutFacts, MethodFacts } from './facts.ts';

/** Above this many methods the page no longer follows the choice: each method tells its own total. */
export const FOLLOWED_METHODS = 24;

/** What the amount box and the Pay button say: always the same, or something for each method. The
 *  words for each method are all in the page, and the stylesheet shows those of the chosen one. */
export type Choices =
  | { readonly kind: 'same'; readonly method: MethodFacts }
  | { readonly kind: 'followed'; readonly methods: readonly MethodFacts[] }
  | { readonly kind: 'untold' };

export function choicesOf({ methods }: CheckoutFacts): Choices {
  const [method, ...others] = methods;
  if (method === undefined) return { kind: 'untold' };
  if (others.every((other) => readsAlike(other, method))) return { kind: 'same', method };
  if (methods.length > FOLLOWED_METHODS) return { kind: 'untold' };
  return { kind: 'followed', methods };
}

/** The total that every method asks for, if they agree. */
export function commonTotal({ methods }: CheckoutFacts): Amount | undefined {
  const total = methods[0]?.total;
  if (total === undefined) return undefined;
  return methods.every((method) => isSame(method.total, total)) ? total : undefined;
}

/** The class of what is shown while one of these methods is chosen. */
export const whenChosen = (...indexes: readonly number[]): string =>
  ['when-chosen', ...indexes.map((index) => `when-method-${index}`)].join(' ');

/** The method that is chosen when the page opens: the one that is asked for, else the first. */
export function selectedOf({ methods, selected }: CheckoutFacts): string | undefined {
  return (methods.find(({ code }) => code === selected) ?? methods[0])?.code;
}

/**
 * The class of a part that is about some of the methods: none where it is about all, or where the page follows no choice.
 */
export function whenOneOf(
  { methods }: CheckoutFacts,
  isMeant: (method: MethodFacts) => boolean,
): string | undefined {
  if (methods.every(isMeant) || methods.length > FOLLOWED_METHODS) return undefined;
  return whenChosen(...methods.flatMap((method, i) => (isMeant(method) ? [i] : [])));
}

/** The id of a method's radio button. */
export const methodId = (index: number): string => `method-${index}`;

function readsAlike(a: MethodFacts, b: MethodFacts): boolean {
  return (
    isSame(a.total, b.total) &&
    isSame(a.fee, b.fee) &&
    a.feeDescription === b.feeDescription &&
    isSame(a.exchange?.from, b.exchange?.from) &&
    a.exchange?.rate === b.exchange?.rate &&
    (a.kind === 'cash') === (b.kind === 'cash')
  );
}

function isSame(a: Amount | undefined, b: Amount | undefined): boolean {
  return a?.value === b?.value && a?.currency === b?.currency;
}
