import { isRecord } from './record.ts';

export type Declarations = readonly (readonly [property: string, value: string])[];

/** A value that fetches something, leaves its declaration or hides what it is by an escape. */
const UNSAFE = /url|image|src\(|element\(|expression|var\(|env\(|[\\;{}<>@]|\/\*/i;

/**
 * The styles of one part: what the browser knows as a property with a value, and nothing that loads. They are set one by one
 * on the element, so they can say nothing of other elements.
 */
export function declarationsOf(
  given: unknown,
  supports: (property: string, value: string) => boolean,
): Declarations {
  if (!isRecord(given)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const look = BUTTON_LOOKS[name]?.(value);
    if (look) return declarationsOf(look, supports);
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const text = String(value);
    const isGood =
      (typeof value === 'string' || typeof value === 'number') &&
      /^-?[a-z]+(-[a-z]+)*$/.test(property) &&
      text.length <= 200 &&
      !UNSAFE.test(text) &&
      supports(property, text);
    return isGood ? [[property, text] as const] : [];
  });
}

/** What Apple and Google call the looks of their buttons, as CSS. Safari draws Apple's own, by properties of its own. */
const BUTTON_LOOKS: Readonly<Record<string, (value: unknown) => object>> = {
  buttonColor: (value) => ({
    '-apple-pay-button-style': value,
    ...(value !== 'black' && { background: '#fff', color: '#000', border: '1px solid #747775' }),
  }),
  buttonSizeMode: (value) => ({ width: value === 'static' ? 'auto' : '100%' }),
  buttonType: (value) => ({ '-apple-pay-button-type': value }),
};

/** The theme of a window: that for all, then those for windows up to so many pixels, the narrowest last. */
export function layersOf(
  theme: Readonly<Record<string, unknown>>,
  isUpTo: (pixels: number) => boolean,
): readonly Readonly<Record<string, unknown>>[] {
  const { responsive } = theme;
  if (!isRecord(responsive)) return [theme];
  const narrow = Object.entries(responsive)
    .map(([most, parts]) => ({ most: Number(most), parts }))
    .filter(({ most }) => most > 0 && isUpTo(most))
    // It is a list of our own, and browsers of before 2023 cannot sort otherwise.
    // oxlint-disable-next-line unicorn/no-array-sort
    .sort((a, b) => b.most - a.most);
  return [theme, ...narrow.flatMap(({ parts }) => (isRecord(parts) ? [parts] : []))];
}
