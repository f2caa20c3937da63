import type { ComponentChildren, JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { DropOffFacts, DropOffField } from './drop-off-facts.ts';

interface InputProps {
  readonly facts: DropOffFacts;
  readonly name: DropOffField;
}

/** The fields of an address, in the order in which they are asked for in that country. */
export function askedFields({ local }: Pick<DropOffFacts, 'local'>): readonly DropOffField[] {
  if (!local) return ['country', 'line1', 'line2', 'city', 'state', 'postal_code'];
  return [
    'country',
    'state',
    'city',
    ...(local.block ? (['block'] as const) : []),
    'street',
    'building',
    'line2',
    ...(local.hasPostalCode ? (['postal_code'] as const) : []),
  ];
}

/** What a field is called, in the words of the country. */
export function fieldLabel({ local, language }: DropOffFacts, name: DropOffField): string {
  const { dropOff } = words(language);
  if (local && name === 'state') return dropOff.words[local.region];
  if (local && name === 'city') return dropOff.words[local.area];
  if (local && name === 'street') return dropOff.words[local.street];
  if (local?.block && name === 'block') return dropOff.words[local.block];
  if (name === 'block' || name === 'street') return dropOff.words[name];
  return dropOff[name];
}

/** One field with its label, what helps to fill it in, and what is wrong with it. */
export function DropOffInput({ facts, name }: InputProps): JSX.Element {
  const { faults, local, language } = facts;
  const { dropOff } = words(language);
  const fault = faults[name];
  const common: Common = {
    id: name,
    name,
    required: isRequired(facts, name),
    autocomplete: AUTOCOMPLETE[name],
    'aria-invalid': fault === undefined ? undefined : 'true',
    'aria-describedby': described(facts, name),
  };
  return (
    <div class="field">
      <label for={name}>{fieldLabel(facts, name)}</label>
      {name === 'location' && <PlaceHints {...facts} />}
      {name === 'country' && (
        <Choice
          common={common}
          chosen={facts.values.country}
          none={dropOff.chooseCountry}
          options={facts.countries.map(({ code, name: called }) => ({ value: code, called }))}
        >
          <button
            type="submit"
            class="button small-button"
            formaction={facts.refitAction}
            formNoValidate
            data-refit=""
          >
            {dropOff.refit}
          </button>
        </Choice>
      )}
      {name === 'state' && local && (
        <Choice
          common={common}
          chosen={facts.values.state}
          none={dropOff.choose}
          options={local.regions.map((region) => ({ value: region.en, called: region[language] }))}
        />
      )}
      {name !== 'country' && !(name === 'state' && local) && (
        <input
          {...common}
          type="text"
          dir={name === 'location' || name === 'postal_code' ? 'ltr' : 'auto'}
          maxLength={LENGTHS[name]}
          value={facts.values[name]}
        />
      )}
      {fault !== undefined && (
        <p class="fault" id={`${name}-fault`}>
          {dropOff.faults[fault]}
        </p>
      )}
    </div>
  );
}

/** What is known of the place, in words: nobody reads coordinates. The script of the page shows the others. */
function PlaceHints({ language, hasPlace, values }: DropOffFacts): JSX.Element {
  const { dropOff } = words(language);
  return (
    <>
      <p class="small" id="location-hint">
        {dropOff.locationHint}
      </p>
      <input type="hidden" name="here" value={values.here} />
      <button type="button" class="button" data-locate="">
        {dropOff.locate}
      </button>
      <div id="location-status" role="status" class="small">
        <p data-place="kept" hidden={!hasPlace || values.here !== ''}>
          {dropOff.placeKept}
        </p>
        <p data-place="here" hidden={values.here === ''}>
          {dropOff.placeHere}
        </p>
        <p data-place="asking" hidden>
          {dropOff.placeAsking}
        </p>
        <p data-place="unknown" hidden>
          {dropOff.placeUnknown}
        </p>
      </div>
    </>
  );
}

interface Common {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly autocomplete: string;
  readonly 'aria-invalid': 'true' | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface ChoiceProps {
  readonly common: Common;
  readonly chosen: string;
  readonly none: string;
  readonly options: readonly { readonly value: string; readonly called: string }[];
  readonly children?: ComponentChildren;
}

function Choice({ common, chosen, none, options, children }: ChoiceProps): JSX.Element {
  return (
    <>
      <select {...common}>
        <option value="" selected={chosen === ''}>
          {none}
        </option>
        {options.map(({ value, called }) => (
          <option value={value} selected={value === chosen}>
            {called}
          </option>
        ))}
      </select>
      {children}
    </>
  );
}

function described({ faults }: DropOffFacts, name: DropOffField): string | undefined {
  const ids = [
    ...(name === 'location' ? ['location-hint', 'location-status'] : []),
    ...(faults[name] === undefined ? [] : [`${name}-fault`]),
  ];
  return ids.length > 0 ? ids.join(' ') : undefined;
}

function isRequired({ local, hasPlace, values }: DropOffFacts, name: DropOffField): boolean {
  if (name === 'location') return !hasPlace && values.here === '';
  if (name === 'state') return local !== undefined;
  return name !== 'line2' && name !== 'postal_code';
}

const AUTOCOMPLETE: Readonly<Record<DropOffField, string>> = {
  line1: 'shipping address-line1',
  line2: 'shipping address-line2',
  city: 'shipping address-level2',
  state: 'shipping address-level1',
  country: 'shipping country',
  postal_code: 'shipping postal-code',
  block: 'off',
  street: 'shipping address-line1',
  building: 'off',
  location: 'off',
};

/** A link of a map is long; the others are as long as the payment API has them, those of a street together. */
export const LENGTHS: Readonly<Record<DropOffField, number>> = {
  line1: 128,
  line2: 128,
  city: 40,
  state: 40,
  country: 2,
  postal_code: 12,
  block: 20,
  street: 55,
  building: 20,
  location: 2000,
};
