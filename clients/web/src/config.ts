import { isRecord } from './record.ts';
import { FORMS_OF_PAYMENT, UNSERVED_FORMS } from './types.ts';

/** A configuration whose every value is good. */
export interface CheckoutSettings {
  readonly selector: string;
  /** The address of the merchant's Sarraf, without a slash at the end. */
  readonly base: string;
  readonly apiKey: string;
  readonly sessionId: string;
  readonly language: 'en' | 'ar';
  readonly forms: ReadonlySet<string>;
  readonly isGrid: boolean;
  readonly preload: unknown;
  readonly theme: Readonly<Record<string, unknown>>;
  /** What the page wants of the sheets of wallets, by their flow. */
  readonly sheets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What may be said of the button of a wallet beside its CSS, in the words of Apple and Google; first what it is without. */
const BUTTON_TYPES = ['plain', 'book', 'buy', 'donate', 'order', 'pay', 'subscribe'] as const;
const BUTTONS = {
  applePay: {
    buttonType: [...BUTTON_TYPES, 'check-out'],
    buttonColor: ['black', 'white', 'white-outline'],
  },
  googlePay: {
    buttonType: [...BUTTON_TYPES, 'checkout'],
    buttonColor: ['black', 'white'],
    buttonSizeMode: ['fill', 'static'],
  },
};

/** What a page has given, whatever it is. */
export type Given = Readonly<Record<string, unknown>>;

const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;
/** Only a machine's own addresses are asked without TLS. */
const OWN = /^(?:localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)(?::\d+)?$/i;

/** The settings, and which forms of payment the page has named for nothing; or a sentence for each fault. Nothing has been asked by then: a private key must not leave the page. */
export function readConfig(
  given: Given,
):
  | { readonly settings: CheckoutSettings; readonly idle: readonly string[] }
  | { readonly faults: readonly string[] } {
  const faults: string[] = [];
  const text = (name: string): string => {
    const value = given[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    faults.push(`${name} is required: give it as text.`);
    return '';
  };
  const oneOf = <T extends string>(
    name: string,
    options: readonly T[],
    value: unknown = given[name],
  ): T | undefined => {
    const known = options.find((one) => one === (value ?? options[0]));
    if (!known) faults.push(`${name} is ${options.join(' or ')}, not ${shown(value)}.`);
    return known;
  };

  const selector = text('selector').replace(/^#/, '');
  const host = text('merchant_id');
  if (host !== '' && !HOST.test(host))
    faults.push('merchant_id is a domain without scheme or path: "pay.example.com".');
  const apiKey = text('apiKey');
  // A private key is eight characters, a dot and the secret; a public one has no dot.
  if (apiKey.includes('.'))
    faults.push(
      'apiKey is a private key, given away by this page: revoke it now, and use the public one.',
    );
  const sessionId = text('session_id');
  if (sessionId !== '' && !/^[0-9a-f]{40}$/.test(sessionId))
    faults.push('session_id has 40 characters, 0-9 and a-f.');
  const record = (name: string): Readonly<Record<string, unknown>> => {
    const value = given[name] ?? {};
    if (isRecord(value)) return value;
    faults.push(`${name} is an object.`);
    return {};
  };
  const theme = record('theme');
  for (const [part, looks] of Object.entries(BUTTONS))
    for (const [look, options] of Object.entries(looks)) {
      const styles = theme[part];
      if (isRecord(styles)) oneOf(`theme.${part}.${look}`, options, styles[look]);
    }
  const asked = given['formsOfPayment'] ?? given['formsOfPayments'];
  const settings = {
    selector,
    base: `${OWN.test(host) ? 'http' : 'https'}://${host}`,
    apiKey,
    sessionId,
    language: oneOf('lang', ['en', 'ar']) ?? 'en',
    forms: formsIn(asked, faults),
    isGrid: oneOf('displayMode', ['column', 'grid']) === 'grid',
    preload: given['setupPreload'],
    theme,
    sheets: { apple_pay: record('applePayInit'), google_pay: record('googlePayInit') },
  };
  if (faults.length > 0) return { faults };
  return { settings, idle: asked ? UNSERVED_FORMS.filter((form) => settings.forms.has(form)) : [] };
}

function formsIn(given: unknown, faults: string[]): ReadonlySet<string> {
  if (given === undefined || given === null) return new Set(FORMS_OF_PAYMENT);
  const listed = Array.isArray(given) && given.length > 0 ? given : undefined;
  for (const one of listed ?? [given])
    if (!listed || !FORMS_OF_PAYMENT.some((form) => form === one))
      faults.push(`formsOfPayment is a list of ${FORMS_OF_PAYMENT.join(', ')}, not ${shown(one)}.`);
  return new Set(listed);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : typeof value;
}
