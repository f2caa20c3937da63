import type { JSX } from 'preact';
import { PAYMENT_COLUMNS } from '../../domain/saved-view.ts';
import { officeWords } from '../locales/office-words.ts';
import { Icon } from '../pages/icon.tsx';
import { SmallForm } from './form.tsx';
import { columnLabel } from './payment-rows.tsx';
import type { PaymentsFacts } from './payments-facts.ts';

/**
 * The columns of the list, one place beneath the other: what stands in the first is the first. The form is one of the address, so
 * what it chooses can be gone back to and sent on; to have it always is a press of its own.
 */
export function ColumnsForm(facts: PaymentsFacts): JSX.Element {
  const { language, columns, views } = facts;
  const { shown, isInAddress, hasOwn, form } = columns;
  const said = officeWords(language).payments;
  const others = [...new URLSearchParams(views.query)].filter(([name]) => name !== 'columns');
  return (
    <details class="view-form columns-form">
      <summary class="act small-act">
        <Icon name="list" />
        {said.chooseColumns}
      </summary>
      <div class="filter-groups">
        <p class="hint">{said.columnsHint}</p>
        <form class="fields" method="get" action="/office/payments">
          {others.map(([name, value]) => (
            <input type="hidden" key={name} name={name} value={value} />
          ))}
          <input type="hidden" name="was" value={shown.join(',')} />
          <div class="field-grid">
            {PAYMENT_COLUMNS.map((_, nth) => (
              <div key={nth} class="office-field">
                <label for={`column-${nth + 1}`}>
                  {said.place.replace('{number}', String(nth + 1))}
                </label>
                <select id={`column-${nth + 1}`} name="columns">
                  <option value="">{said.noColumn}</option>
                  {PAYMENT_COLUMNS.map((column) => (
                    <option key={column} value={column} selected={column === shown[nth]}>
                      {columnLabel(facts, column)}
                    </option>
                  ))}
                </select>
              </div>
            ))}
          </div>
          <div class="filter-does">
            <button type="submit" class="act primary">
              {said.showColumns}
            </button>
          </div>
        </form>
        <div class="filter-does">
          {isInAddress && (
            <SmallForm
              form={form}
              hidden={[
                { name: 'query', value: views.query },
                { name: 'columns', value: shown.join(',') },
              ]}
            >
              <button type="submit" class="act">
                {said.keepColumns}
              </button>
            </SmallForm>
          )}
          {hasOwn && (
            <SmallForm form={form} hidden={[{ name: 'query', value: views.query }]}>
              <button type="submit" class="act">
                {said.presetColumns}
              </button>
            </SmallForm>
          )}
        </div>
      </div>
    </details>
  );
}
