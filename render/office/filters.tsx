import type { JSX } from 'preact';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import { TRANSACTION_TYPES } from '../../domain/transaction/type.ts';
import { officeWords } from '../locales/office-words.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { Icon } from '../pages/icon.tsx';
import { FILTERS, type FilterName, type PaymentsFacts } from './payments-facts.ts';
import { ChoiceField, TextField, TickFields } from './fields.tsx';
import { PAGE_FORM } from './form.tsx';

/** A form that asks for payments by the address of the page, so that it can be kept, sent on and gone back to. */
export function PaymentFilters(facts: PaymentsFacts): JSX.Element {
  const { language, asked } = facts;
  const said = officeWords(language).payments;
  const set = FILTERS.filter((name) => asked[name] !== undefined).length;
  return (
    <form id={PAGE_FORM} class="filter-form" method="get" action="/office/payments" role="search">
      {facts.columns.isInAddress && (
        <input type="hidden" name="columns" value={facts.columns.shown.join(',')} />
      )}
      <Fieldless {...facts} />
      <div class="box">
        <label for="q" class="unseen">
          {said.box}
        </label>
        <Icon name="search" />
        <input
          id="q"
          name="q"
          type="search"
          maxLength={200}
          value={asked['q']}
          placeholder={said.box}
          // An empty one would begin at the left, and cut what stands in it for nothing typed.
          dir={asked['q'] === undefined ? undefined : 'auto'}
          autocomplete="off"
          aria-invalid={facts.faults['q'] === undefined ? undefined : 'true'}
        />
        <button type="submit" class="act primary">
          {officeWords(language).frame.search}
        </button>
      </div>
      <details class="filters" open={FILTERS.some((name) => facts.faults[name] !== undefined)}>
        <summary>
          <Icon name="filter" />
          {set === 0
            ? said.filters
            : pluralOf(said.filtersSet, set, language).replace('{count}', String(set))}
        </summary>
        <Fields {...facts} />
      </details>
    </form>
  );
}

/** What the address asks for and no field has goes along: else the form would ask for more payments than are shown. */
function Fieldless({ asked, maySeePeople, maySeeArchived }: PaymentsFacts): JSX.Element {
  const fields = new Set<string>(['q', 'sort', ...FILTERS]);
  if (!maySeePeople) for (const name of PEOPLE) fields.delete(name);
  if (!maySeeArchived) fields.delete('deleted');
  return (
    <>
      {Object.entries(asked)
        .filter(([name]) => !fields.has(name))
        .map(([name, value]) => (
          <input type="hidden" key={name} name={name} value={value} />
        ))}
    </>
  );
}

const PEOPLE = [
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_id',
] as const satisfies readonly FilterName[];

function Fields(facts: PaymentsFacts): JSX.Element {
  const { language, asked, maySeePeople, maySeeArchived } = facts;
  const { payments: said, states, types } = officeWords(language);
  const text = (name: FilterName, isCode = true) => (
    <TextField
      key={name}
      id={name}
      label={said.fields[name]}
      value={asked[name]}
      faults={facts.faults[name]}
      isCode={isCode}
    />
  );
  const day = (name: FilterName) => (
    <TextField
      id={name}
      label={said.fields[name]}
      value={asked[name]}
      faults={facts.faults[name]}
      // A moment that somebody has put into the address stays as it is.
      type={/T/.test(asked[name] ?? '') ? 'text' : 'date'}
      isCode
    />
  );
  const choice = (name: Chosen) => (
    <ChoiceField
      id={name}
      label={said.fields[name]}
      value={asked[name]}
      faults={facts.faults[name]}
      options={[
        { value: '', label: said.any },
        ...Object.entries(said.values[name]).map(([value, label]) => ({ value, label })),
      ]}
    />
  );
  return (
    <div class="filter-groups">
      <TickFields
        name="state"
        legend={said.fields.state}
        options={TRANSACTION_STATES.map((value) => ({ value, label: states[value] }))}
        picked={(asked['state'] ?? '').split(',')}
        faults={facts.faults['state']}
      />
      <fieldset>
        <legend>{said.groups.when}</legend>
        <div class="field-grid">
          {day('created_after')}
          {day('created_before')}
          {day('paid_after')}
          {day('paid_before')}
        </div>
      </fieldset>
      <fieldset>
        <legend>{said.groups.what}</legend>
        <div class="field-grid">
          <CurrencyFilter {...facts} />
          {text('amount_min')}
          {text('amount_max')}
          {choice('refunded')}
          {text('order_no')}
          {text('invoice_number')}
          {text('reference_number')}
          {text('gateway_reference')}
        </div>
      </fieldset>
      <fieldset>
        <legend>{said.groups.who}</legend>
        <div class="field-grid">
          {maySeePeople && PEOPLE.map((name) => text(name, name !== 'customer_name'))}
          {text('last4')}
          {text('card_brand')}
        </div>
      </fieldset>
      <fieldset>
        <legend>{said.groups.more}</legend>
        <div class="field-grid">
          <ChoiceField
            id="type"
            label={said.fields.type}
            value={asked['type']}
            faults={facts.faults['type']}
            options={[
              { value: '', label: said.any },
              ...TRANSACTION_TYPES.map((value) => ({ value, label: types[value] })),
            ]}
          />
          {text('pg_code')}
          {text('unit_code')}
          {choice('has_alert')}
          {choice('webhook')}
          {choice('sandbox')}
          {maySeeArchived && choice('deleted')}
          <ChoiceField
            id="sort"
            label={said.fields.sort}
            value={asked['sort'] ?? '-created'}
            faults={facts.faults['sort']}
            options={Object.entries(said.values.sort).map(([value, label]) => ({ value, label }))}
          />
        </div>
      </fieldset>
      <div class="filter-does">
        <button type="submit" class="act primary">
          {said.apply}
        </button>
        <a class="act" href="/office/payments">
          {said.clear}
        </a>
      </div>
    </div>
  );
}

type Chosen = 'refunded' | 'webhook' | 'has_alert' | 'sandbox' | 'deleted';

/** A list of the merchant's own where there are any; what else is in the address stays. */
function CurrencyFilter({ language, asked, currencies, faults }: PaymentsFacts): JSX.Element {
  const { fields, any } = officeWords(language).payments;
  const value = asked['currency_code'];
  const known = [...new Set([...currencies, ...(value === undefined ? [] : [value])])];
  if (currencies.length === 0)
    return (
      <TextField
        id="currency_code"
        label={fields.currency_code}
        value={value}
        faults={faults['currency_code']}
        isCode
      />
    );
  return (
    <ChoiceField
      id="currency_code"
      label={fields.currency_code}
      value={value}
      faults={faults['currency_code']}
      options={[{ value: '', label: any }, ...known.map((code) => ({ value: code, label: code }))]}
    />
  );
}
