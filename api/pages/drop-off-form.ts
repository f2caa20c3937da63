import type { Context } from 'koa';
import { allCountries, countryCode } from '../../domain/countries.ts';
import {
  localAddressOf,
  merchantCountry,
  printStreet,
  readStreet,
  streetWords,
  type LocalAddress,
} from '../../domain/local-address.ts';
import { readPlace } from '../../domain/place.ts';
import { missingDropOff } from '../../domain/transaction/drop-off.ts';
import type { DropOff, Place, Transaction } from '../../domain/transaction/transaction.ts';
import type { Address } from '../../domain/customer.ts';
import { countryName } from '../../render/addresses.ts';
import { LENGTHS } from '../../render/pages/drop-off-input.tsx';
import { DROP_OFF_FORM, renderDropOff } from '../../render/pages/drop-off.tsx';
import type { DropOffFacts, DropOffField, FieldFault } from '../../render/pages/drop-off-facts.ts';
import type { ApiDeps } from '../deps.ts';
import { isCardNumber } from '../middleware/card-data.ts';
import { isOneLine } from '../schema-parts.ts';
import { links } from '../../domain/links.ts';
import { amountFacts } from './amount-facts.ts';
import { frameFor, keepingForm, languageOf } from './frame.ts';
import { sendPage } from './headers.ts';
import { payersAddress } from './in-app.ts';
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
  const { amount, orderNo, sessionId, dropOff } = transaction;
  const language = languageOf(ctx, transaction);
  const to = links(deps.publicUrl);
  const frame = frameFor(ctx, deps, {
    ...view,
    languageSwitch: keepingForm(ctx, DROP_OFF_FORM, to.dropOffKept(sessionId)),
  });
  const values = fitted(takeable(again?.values ?? { ...knownValues(view), ...keptValues(ctx) }));
  const local = localAddressOf(values.country);
  const { line1, ...others } = again?.faults ?? {};
  // It goes where `fitted` has put what was typed.
  const faults = { ...others, ...(line1 && { [local ? 'street' : 'line1']: line1 }) };
  const html = renderDropOff({
    ...frame,
    amount: amountFacts(amount),
    ...(orderNo !== undefined && { orderNo }),
    formAction: payersAddress(ctx, to.dropOff(sessionId), language),
    cancelAction: payersAddress(ctx, to.cancelQuestion(sessionId), language),
    refitAction: payersAddress(ctx, to.dropOffKept(sessionId), language),
    ...asked(transaction),
    ...(local && { local }),
    values,
    hasPlace: dropOff?.place !== undefined,
    faults,
    countries: countriesIn(language),
  });
  sendPage(ctx, html, { status: Object.keys(faults).length > 0 ? 400 : 200, isScripted: true });
}

/** What the payer has typed, read; or what is wrong with it, field by field: nothing where their country has other fields. */
export function dropOffIn(
  ctx: Context,
  transaction: Transaction,
): { readonly said: DropOff } | { readonly values: Values; readonly faults: Faults } {
  const values = valuesOf((name) => fieldOf(ctx, name)?.trim() ?? '');
  const { asksAddress, asksPlace } = asked(transaction);
  const local = localAddressOf(values.country);
  // The form of a country of the Gulf has a street by its parts; where one was sent for another country, the payer sees its fields first.
  const isLocal = fieldOf(ctx, 'street') !== undefined;
  if (asksAddress && isLocal && !local && countryCode(values.country))
    return { values, faults: {} };
  const place = readPlace(values.location || values.here) ?? keptPlace(transaction, values);
  const faults = {
    ...(asksAddress && (isLocal && local ? localFaults(values, local) : addressFaults(values))),
    ...(asksPlace && !place && { location: values.location === '' ? 'required' : 'unreadable' }),
  } satisfies Faults;
  if (Object.keys(faults).length > 0) return { values, faults };
  return {
    said: {
      ...(asksAddress && {
        address: addressOf(
          isLocal && local ? { ...values, line1: printStreet(local, values) } : values,
        ),
      }),
      ...(asksPlace && place && { place }),
    },
  };
}

/** Who types nothing keeps the place that they have said before. */
function keptPlace({ dropOff }: Transaction, { location, here }: Values): Place | undefined {
  return location === '' && here === '' ? dropOff?.place : undefined;
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
export const DROP_OFF_FIELDS: readonly (keyof Values)[] = [
  'country',
  'state',
  'city',
  'block',
  'street',
  'building',
  'line1',
  'line2',
  'postal_code',
  'location',
  'here',
];

function valuesOf(read: (name: keyof Values) => string): Values {
  return Object.fromEntries(DROP_OFF_FIELDS.map((name) => [name, read(name)])) as Record<
    keyof Values,
    string
  >;
}

/**
 * What the payer said before; else the addresses that the merchant knows. Nobody knows the country: then it is the merchant's, or
 * that of the currency.
 */
function knownValues({ transaction, merchant }: PayersView): Values {
  const { dropOff, shippingAddress, billingAddress, amount } = transaction;
  const address = dropOff?.address ?? shippingAddress ?? billingAddress;
  const country = address?.country ?? merchantCountry(merchant, amount.currency) ?? '';
  return {
    country,
    state: address?.state ?? '',
    city: address?.city ?? '',
    block: '',
    street: '',
    building: '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postal_code: address?.postalCode ?? '',
    location: '',
    here: '',
  };
}

/** The street in the fields that the form of the country has, whichever it was typed into. */
function fitted(values: Values): Values {
  const local = localAddressOf(values.country);
  const { line1, block, street, building } = values;
  if (!local) return line1 === '' ? { ...values, line1: printed(values) } : values;
  if (block + street + building !== '') return values;
  return { ...values, ...readStreet(local, line1) };
}

function printed({ block, street, building }: Values): string {
  return [block, street, building].filter(Boolean).join(', ');
}

/** What was typed before the language or the country was changed. */
function keptValues(ctx: Context): Partial<Values> {
  if (ctx.method !== 'GET') return {};
  const kept = DROP_OFF_FIELDS.flatMap((name) => {
    const value = fieldOf(ctx, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  // Whoever has emptied the fields of a street finds them empty.
  return { ...(kept.length > 0 && { line1: '' }), ...Object.fromEntries(kept) };
}

/** What is shown again: no page repeats a card number, and what cannot be seen cannot be mended. */
function takeable(values: Values): Values {
  return valuesOf((name) => (untakeable(name, values[name]) ? '' : values[name]));
}

function untakeable(name: keyof Values, value: string): FieldFault | undefined {
  if (isCardNumber(name, value)) return 'card-number';
  return isOneLine(value) ? undefined : 'control-characters';
}

function addressFaults(values: Values): Faults {
  return {
    ...textFaults(values, ['line1', 'line2', 'city', 'state', 'postal_code']),
    ...missing(values, ['line1', 'city']),
    ...(!countryCode(values.country) && { country: 'required' }),
  };
}

function localFaults(values: Values, local: LocalAddress): Faults {
  const parts = streetWords(local).map(({ name }) => name);
  return {
    ...textFaults(values, [...parts, 'line2', 'city', 'postal_code']),
    ...missing(values, [...parts, 'city']),
    ...(!local.regions.some(({ en }) => en === values.state) && { state: 'required' }),
  };
}

function textFaults(values: Values, names: readonly DropOffField[]): Faults {
  return faulty(
    names,
    (name) =>
      untakeable(name, values[name]) ??
      (values[name].length > LENGTHS[name] ? 'too-long' : undefined),
  );
}

function missing(values: Values, names: readonly DropOffField[]): Faults {
  return faulty(names, (name) => (values[name] === '' ? 'required' : undefined));
}

function faulty(
  names: readonly DropOffField[],
  faultOf: (name: DropOffField) => FieldFault | undefined,
): Faults {
  const found = names.map((name) => [name, faultOf(name)] as const);
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined));
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
  const order = new Intl.Collator(language);
  const list = allCountries()
    .map((code) => ({ code, name: countryName(code, language) }))
    .toSorted((one, other) => order.compare(one.name, other.name));
  COUNTRIES[language] = list;
  return list;
}

/** Computed once for each language: sorting by a language's order is slow. */
const COUNTRIES: Partial<Record<Language, DropOffFacts['countries']>> = {};
