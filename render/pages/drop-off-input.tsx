import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { DropOffFacts, DropOffField } from './drop-off-facts.ts';
import { Code } from './figure.tsx';
import { Fill } from './fill.tsx';
import type { Language } from '../../domain/language.ts';

interface InputProps {
  readonly facts: DropOffFacts;
  readonly name: DropOffField;
}

/** One field with its label, what helps to fill it in, and what is wrong with it. */
export function DropOffInput({ facts, name }: InputProps): JSX.Element {
  const { language, faults } = facts;
  const { dropOff } = words(language);
  const fault = faults[name];
  const described = [
    ...(name === 'location' ? ['location-hint'] : []),
    ...(fault === undefined ? [] : [`${name}-fault`]),
  ];
  const common: Common = {
    id: name,
    name,
    required: REQUIRED.has(name),
    'aria-invalid': fault === undefined ? undefined : 'true',
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
  return (
    <div class="field">
      <label for={name}>{dropOff[name]}</label>
      {name === 'location' && (
        <p class="small" id="location-hint">
          <Fill text={dropOff.locationHint} with={{ example: <Code>{EXAMPLE}</Code> }} />
        </p>
      )}
      {name === 'country' ? (
        <CountryList facts={facts} common={common} />
      ) : (
        <input
          {...common}
          type="text"
          dir={name === 'location' || name === 'postal_code' ? 'ltr' : 'auto'}
          autocomplete={AUTOCOMPLETE[name]}
          maxLength={LENGTHS[name]}
          value={facts.values[name]}
        />
      )}
      {fault !== undefined && (
        <p class="fault" id={`${name}-fault`}>
          <Sentence language={language} fault={fault} />
        </p>
      )}
    </div>
  );
}

interface Common {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly 'aria-invalid': 'true' | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface CountryProps {
  readonly facts: DropOffFacts;
  readonly common: Common;
}

function CountryList({ facts, common }: CountryProps): JSX.Element {
  const chosen = facts.values.country;
  return (
    <select {...common} autocomplete={AUTOCOMPLETE.country}>
      <option value="" selected={chosen === ''}>
        {words(facts.language).dropOff.chooseCountry}
      </option>
      {facts.countries.map(({ code, name }) => (
        <option value={code} selected={code === chosen}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface SentenceProps {
  readonly language: Language;
  readonly fault: NonNullable<DropOffFacts['faults'][DropOffField]>;
}

function Sentence({ language, fault }: SentenceProps): JSX.Element {
  const text = words(language).dropOff.faults[fault];
  return <Fill text={text} with={{ example: <Code>{EXAMPLE}</Code> }} />;
}

const EXAMPLE = '29.3759, 47.9774';

const REQUIRED: ReadonlySet<DropOffField> = new Set(['line1', 'city', 'country', 'location']);

const AUTOCOMPLETE: Readonly<Record<DropOffField, string>> = {
  line1: 'shipping address-line1',
  line2: 'shipping address-line2',
  city: 'shipping address-level2',
  state: 'shipping address-level1',
  country: 'shipping country',
  postal_code: 'shipping postal-code',
  location: 'off',
};

/** A link of a map is long; the others are as long as the payment API has them. */
const LENGTHS: Readonly<Record<DropOffField, number>> = {
  line1: 128,
  line2: 128,
  city: 40,
  state: 40,
  country: 2,
  postal_code: 12,
  location: 2000,
};
