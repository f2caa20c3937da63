import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { askedFields, DropOffInput, fieldLabel } from './drop-off-input.tsx';
import type { DropOffFacts } from './drop-off-facts.ts';
import { Figure } from './figure.tsx';
import { Icon } from './icon.tsx';
import { code } from './lines.tsx';
import { page } from './page.tsx';

/** The id of its form. */
export const DROP_OFF_FORM = 'drop-off-form';

/** The step before payment: where it shall be delivered. Its form posts the fields under the names of `DropOffField`. */
export function renderDropOff(facts: DropOffFacts): string {
  const { title } = words(facts.language).dropOff;
  return page({ frame: facts, title, isScripted: true, main: <DropOff {...facts} /> });
}

function DropOff(facts: DropOffFacts): JSX.Element {
  const { dropOff, fields, checkout } = words(facts.language);
  return (
    <main class="sheet card">
      <div class="form-head">
        <h1>{dropOff.heading}</h1>
        <p class="small">{dropOff.step}</p>
        <p class="small">
          {fields.amount}: <Figure amount={facts.amount} language={facts.language} />
          {facts.orderNo !== undefined && (
            <>
              {' · '}
              {fields.orderNo}: {code(facts.orderNo)}
            </>
          )}
        </p>
      </div>
      <Faults {...facts} />
      <form id={DROP_OFF_FORM} method="post" action={facts.formAction} class="form" noValidate>
        {facts.asksAddress && <AddressFields {...facts} />}
        {facts.asksPlace && <DropOffInput facts={facts} name="location" />}
        <button type="submit" class="button primary">
          {dropOff.continue}
        </button>
        {/* Who does not cancel comes back to this form. */}
        <button
          type="submit"
          class="button quiet"
          formaction={facts.cancelAction}
          formNoValidate
          name="from"
          value="delivery"
        >
          {checkout.cancel}
        </button>
      </form>
    </main>
  );
}

function AddressFields(facts: DropOffFacts): JSX.Element {
  return (
    <fieldset class="fields">
      <legend>{words(facts.language).dropOff.address}</legend>
      {askedFields(facts).map((name) => (
        <DropOffInput facts={facts} name={name} />
      ))}
    </fieldset>
  );
}

/** All faults at once, each with the way to its field. It takes the focus, so that it is read out first. */
function Faults(facts: DropOffFacts): JSX.Element | null {
  const { dropOff } = words(facts.language);
  const wrong = [...askedFields(facts), 'location' as const].filter(
    (name) => facts.faults[name] !== undefined,
  );
  if (wrong.length === 0) return null;
  return (
    <div class="alert" role="alert" tabIndex={-1} autofocus>
      <Icon name="warning" />
      <div>
        <p class="notice-title">{dropOff.fixTitle}</p>
        <ul>
          {wrong.map((name) => (
            <li>
              <a href={`#${name}`}>{fieldLabel(facts, name)}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
