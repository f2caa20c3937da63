import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { Fill } from '../pages/fill.tsx';
import { CodesList, FactorPicture } from './account.tsx';
import { FormFault } from './form.tsx';
import { loggedOutPage, type LoggedOutFrame } from './logged-out.tsx';
import { faultText, type LoginFault } from './login.tsx';
import { CodeField } from './second-factor.tsx';

export interface RequiredFactorFacts extends LoggedOutFrame {
  readonly action: string;
  readonly next: string;
  readonly merchantName: string;
  readonly username: string;
  readonly secret: string;
  readonly qrUrl: string;
  readonly fault?: LoginFault;
}

/** Somebody whose password was right sets up the second factor that their merchant asks for, and can do nothing else before. */
export function renderRequiredFactor(facts: RequiredFactorFacts): string {
  const { requiredFactor } = officeWords(facts.language);
  return loggedOutPage(facts, { title: requiredFactor.title, main: <SetUp {...facts} /> });
}

function SetUp(facts: RequiredFactorFacts): JSX.Element {
  const { language, action, next, fault } = facts;
  const { requiredFactor, factor, login, second } = officeWords(language);
  return (
    <form class="fields" method="post" action={action}>
      <div class="form-head">
        <h1>{requiredFactor.title}</h1>
        <p id="how">
          <Fill
            text={requiredFactor.text}
            with={{
              merchant: <bdi>{facts.merchantName}</bdi>,
              username: <bdi>{facts.username}</bdi>,
            }}
          />
        </p>
      </div>
      <FactorPicture {...facts} />
      {fault && <FormFault text={faultText(fault, { ...login.faults, wrong: factor.wrong })} />}
      <input type="hidden" name="next" value={next} />
      <CodeField
        label={second.code}
        described={fault ? 'fault' : 'how'}
        {...(fault && { isWrong: true })}
      />
      <button class="button primary" type="submit">
        {factor.confirm}
      </button>
      <a class="button quiet" href="/office/login">
        {second.again}
      </a>
    </form>
  );
}

/** Their recovery codes, which are shown once, and so in no other language. They are logged in from here on. */
export function renderFirstRecoveryCodes({
  otherLanguageUrl: _other,
  codes,
  next,
  ...frame
}: LoggedOutFrame & { readonly codes: readonly string[]; readonly next: string }): string {
  const { recovery } = officeWords(frame.language);
  const main = (
    <div class="fields">
      <h1>{recovery.title}</h1>
      <p>{recovery.text}</p>
      <CodesList codes={codes} />
      <a class="button primary" href={next}>
        {recovery.kept}
      </a>
    </div>
  );
  return loggedOutPage(frame, { title: recovery.title, main });
}
