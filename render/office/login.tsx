import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { PasswordField, UsernameField } from './credentials.tsx';
import { FormFault, PAGE_FORM } from './form.tsx';
import { loggedOutPage, type LoggedOutFrame } from './logged-out.tsx';

/** Why nobody was let in: what was typed, or that so many seconds have to go by before anything is tried. */
export type LoginFault =
  /** Of a code with the time of our clock in UTC: a device whose clock is wrong shows wrong codes. */
  | { readonly kind: 'wrong'; readonly time?: string }
  /** Their company has another way in. */
  | { readonly kind: 'sso' }
  | { readonly kind: 'too-many'; readonly seconds: string };

export interface LoginFacts extends LoggedOutFrame {
  readonly action: string;
  /** Where it leads. */
  readonly next: string;
  /** As it was typed. */
  readonly username?: string;
  readonly fault?: LoginFault;
  /** Some companies have a login of their own. */
  readonly hasSso: boolean;
}

/** The page by which people log in. It says the same whatever was wrong. */
export function renderLogin(facts: LoginFacts): string {
  const { login } = officeWords(facts.language);
  return loggedOutPage(facts, { title: login.title, main: <Login {...facts} /> });
}

function Login({ language, action, next, username, fault, hasSso }: LoginFacts): JSX.Element {
  const { login } = officeWords(language);
  const said = { language, ...(fault && { described: 'fault', isWrong: true }) };
  return (
    <form id={PAGE_FORM} class="fields" method="post" action={action}>
      <div class="form-head">
        <h1>{login.title}</h1>
      </div>
      {fault && <FormFault text={faultText(fault, login.faults)} />}
      <input type="hidden" name="next" value={next} />
      <UsernameField {...said} value={username} />
      <PasswordField {...said} />
      <button class="button primary" type="submit">
        {login.submit}
      </button>
      <a class="button quiet" href="/office/forgot">
        {login.forgotten}
      </a>
      {hasSso && (
        <a class="button" href={`/office/login/sso?next=${encodeURIComponent(next)}`}>
          {login.sso}
        </a>
      )}
    </form>
  );
}

/** What a page says of that in its own words. */
export function faultText(
  fault: LoginFault,
  said: Readonly<Record<LoginFault['kind'], string>>,
): string {
  const text = said[fault.kind];
  if (fault.kind === 'too-many') return text.replace('{seconds}', fault.seconds);
  return fault.kind === 'wrong' ? text.replace('{time}', fault.time ?? '') : text;
}
