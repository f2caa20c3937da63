import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { FormFault } from './form.tsx';
import { loggedOutPage, type LoggedOutFrame } from './logged-out.tsx';

export interface SecondFactorFacts extends LoggedOutFrame {
  readonly action: string;
  readonly next: string;
  /** With the time of our clock in UTC: a device whose clock is wrong shows wrong codes. */
  readonly fault?: { readonly kind: 'wrong' | 'too-many'; readonly time: string };
}

/** The page that asks for the second factor. */
export function renderSecondFactor(facts: SecondFactorFacts): string {
  const { second } = officeWords(facts.language);
  return loggedOutPage(facts, { title: second.title, main: <Second {...facts} /> });
}

function Second({ language, action, next, fault }: SecondFactorFacts): JSX.Element {
  const { second } = officeWords(language);
  return (
    <form class="fields" method="post" action={action}>
      <div class="form-head">
        <h1>{second.title}</h1>
        <p id="how">{second.how}</p>
      </div>
      {fault && <FormFault text={second.faults[fault.kind].replace('{time}', fault.time)} />}
      <input type="hidden" name="next" value={next} />
      <CodeField
        label={second.code}
        described={fault ? 'fault' : 'how'}
        {...(fault && { isWrong: true })}
      />
      <button class="button primary" type="submit">
        {second.submit}
      </button>
      <a class="button quiet" href="/office/login">
        {second.again}
      </a>
    </form>
  );
}

/** Where a code is typed or pasted; browsers and password managers fill it in. */
export function CodeField({
  label,
  described,
  isWrong,
}: {
  readonly label: string;
  readonly described?: string;
  readonly isWrong?: true;
}): JSX.Element {
  return (
    <div class="field">
      <label for="code">{label}</label>
      <input
        id="code"
        name="code"
        type="text"
        dir="ltr"
        autocomplete="one-time-code"
        autocapitalize="none"
        spellcheck={false}
        required
        maxLength={16}
        {...(described !== undefined && { 'aria-describedby': described })}
        {...(isWrong && { 'aria-invalid': true })}
      />
    </div>
  );
}
