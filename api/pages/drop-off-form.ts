import type { Context } from 'koa';
import { allCountries, countryCode } from '../../domain/countries.ts';
import { placeText, readPlace } from '../../domain/place.ts';
import { missingDropOff } from '../../domain/transaction/drop-off.ts';
import type { Address, DropOff, Transaction } from '../../domain/transaction/transaction.ts';
import { DROP_OFF_FORM, renderDropOff } from '../../render/pages/drop-off.tsx';
import type { DropOffFacts, DropOffField, FieldFault } from '../../render/pages/drop-off-facts.ts';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../../domain/links.ts';
import { amountFacts } from './amount-facts.ts';
import { frameFor, keepingForm, languageOf } from './frame.ts';
import { sendPage } from './headers.ts';
import type { PayersView } from '../payer.ts';
import { fieldOf } from './form-input.ts';
import type { Language } from '../../domain/language.ts';

type Values = DropOffFacts['values'];
type Faults = DropOffFacts['faults'];

/** The delivery form: with what is known already, or with what was typed and what is wrong with it. */
export function showDropOff(
  ctx: Context,
  deps: Pick<ApiDeps, 'publicUrl'>,
  view: PayersView,
  again?: { readonly values: Values; readonly faults: Faults },
): void {
  const { transaction } = view;
  const { amount, orderNo, sessionId } = transaction;
  const language = languageOf(ctx, transaction);
  const to = links(deps.publicUrl);
  const frame = frameFor(ctx, deps, view);
  const html = renderDropOff({
    ...frame,
    ...keepingForm(frame, { form: DROP_OFF_FORM, url: to.dropOffKept(sessionId) }),
    amount: amountFacts(amount),
    ...(orderNo !== undefined && { orderNo }),
    formAction: inLanguage(to.dropOff(sessionId), language),
    cancelAction: inLanguage(to.cancelQuestion(sessionId), language),
    ...asked(transaction),
    values: again?.values ?? { ...knownValues(transaction), ...keptValues(ctx) },
    faults: again?.faults ?? {},
    countries: countriesIn(language),
  });
  sendPage(ctx, html, { status: again ? 400 : 200 });
}

/** What the payer has typed, read; or what is wrong with it, field by field. */
export function dropOffIn(
  ctx: Context,
  transaction: Transaction,
): { readonly said: DropOff } | { readonly values: Values; readonly faults: Faults } {
  const values = valuesOf((name) => fieldOf(ctx, name)?.trim() ?? '');
  const { asksAddress, asksPlace } = asked(transaction);
  const place = readPlace(values.location);
  const faults = {
    ...(asksAddress && addressFaults(values)),
    ...(asksPlace && !place && { location: values.location === '' ? 'required' : 'unreadable' }),
  } satisfies Faults;
  if (Object.keys(faults).length > 0) return { values, faults };
  return {
    said: {
      ...(asksAddress && { address: addressOf(values) }),
      ...(asksPlace && place && { place }),
    },
  };
}

/** Whether the transaction has a delivery form at all. */
export function hasDropOff(transaction: Transaction): boolean {
  const { asksAddress, asksPlace } = asked(transaction);
  return asksAddress || asksPlace;
}

/** What is asked for, said already or not. */
function asked({ dropOff: _dropOff, ...transaction }: Transaction) {
  const { address, place } = missingDropOff(transaction);
  return { asksAddress: address, asksPlace: place };
}

/** The fields of its form. */
export const DROP_OFF_FIELDS: readonly DropOffField[] = [
  'line1',
  'line2',
  'city',
  'state',
  'country',
  'postal_code',
  'location',
];

function valuesOf(read: (name: DropOffField) => string): Values {
  return Object.fromEntries(DROP_OFF_FIELDS.map((name) => [name, read(name)])) as Record<
    DropOffField,
    string
  >;
}

/** What the payer said before; else the addresses that the merchant knows. */
function knownValues({ dropOff, shippingAddress, billingAddress }: Transaction): Values {
  const address = dropOff?.address ?? shippingAddress ?? billingAddress;
  return {
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country ?? '',
    postal_code: address?.postalCode ?? '',
    location: dropOff?.place ? placeText(dropOff.place) : '',
  };
}

/** What was typed before the language was changed. */
function keptValues(ctx: Context): Partial<Values> {
  if (ctx.method !== 'GET') return {};
  return Object.fromEntries(
    DROP_OFF_FIELDS.flatMap((name) => {
      const kept = fieldOf(ctx, name);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

/** As long as the payment API has them. */
const LONGEST: Readonly<Record<keyof ReturnType<typeof addressTexts>, number>> = {
  line1: 128,
  line2: 128,
  city: 40,
  state: 40,
  postal_code: 12,
};

function addressTexts({ line1, line2, city, state, postal_code }: Values) {
  return { line1, line2, city, state, postal_code };
}

function addressFaults(values: Values): Faults {
  const long = Object.entries(LONGEST)
    .filter(([name, most]) => values[name as keyof typeof LONGEST].length > most)
    .map(([name]): [string, FieldFault] => [name, 'too-long']);
  const missing = (['line1', 'city', 'country'] as const)
    .filter((name) => (name === 'country' ? !countryCode(values.country) : values[name] === ''))
    .map((name): [string, FieldFault] => [name, 'required']);
  return Object.fromEntries([...long, ...missing]);
}

function addressOf({ line1, line2, city, state, country, postal_code }: Values): Address {
  return {
    line1,
    ...(line2 !== '' && { line2 }),
    city,
    ...(state !== '' && { state }),
    country,
    ...(postal_code !== '' && { postalCode: postal_code }),
  };
}

/** By the names of the page's language, in its alphabetical order. */
function countriesIn(language: Language): DropOffFacts['countries'] {
  const known = COUNTRIES[language];
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const order = new Intl.Collator(language);
  const list = allCountries()
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => order.compare(one.name, other.name));
  COUNTRIES[language] = list;
  return list;
}

/** Computed once for each language: sorting by a language's order is slow. */
const COUNTRIES: Partial<Record<Language, DropOffFacts['countries']>> = {};
