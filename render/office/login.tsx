import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { PasswordField, UsernameField } from './credentials.tsx';
import { FormFault } from './form.tsx';
import { loggedOutPage, type LoggedOutFrame } from './logged-out.tsx';

export interface LoginFacts extends LoggedOutFrame {
  readonly action: string;
  /** Where it leads. */
  readonly next: string;
  /** As it was typed. */
  readonly username?: string;
  readonly fault?: 'wrong' | 'too-many';
}

/** The page by which people log in. It says the same whatever was wrong. */
export function renderLogin(facts: LoginFacts): string {
  const { login } = officeWords(facts.language);
  return loggedOutPage(facts, { title: login.title, main: <Login {...facts} /> });
}

function Login({ language, action, next, username, fault }: LoginFacts): JSX.Element {
  const { login } = officeWords(language);
  const said = { language, ...(fault && { described: 'fault', isWrong: true }) };
  return (
    <form class="fields" method="post" action={action}>
      <div class="form-head">
        <h1>{login.title}</h1>
      </div>
      {fault && <FormFault text={login.faults[fault]} />}
      <input type="hidden" name="next" value={next} />
      <UsernameField {...said} value={username} />
      <PasswordField {...said} />
      <button class="button primary" type="submit">
        {login.submit}
      </button>
      <a class="button quiet" href="/office/forgot">
        {login.forgotten}
      </a>
    </form>
  );
}
