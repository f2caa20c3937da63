import { officeWords } from '../locales/office-words.ts';
import { PasswordField, UsernameField } from './credentials.tsx';
import { FormFault, PAGE_FORM } from './form.tsx';
import { loggedOutPage, type LoggedOutFrame } from './logged-out.tsx';

/** The page on which somebody asks for a mail with a link. It says the same, whether or not there is such a person. */
export function renderForgot({
  action,
  username,
  isAsked,
  ...frame
}: LoggedOutFrame & {
  readonly action: string;
  /** As it was typed. */
  readonly username?: string;
  readonly isAsked?: true;
}): string {
  const { links } = officeWords(frame.language);
  const { title, how, asked, submit } = links.forgot;
  const main = isAsked ? (
    <div class="fields">
      <h1>{title}</h1>
      <p role="status">{asked}</p>
      <a class="button" href="/office/login">
        {links.toLogin}
      </a>
    </div>
  ) : (
    <form id={PAGE_FORM} class="fields" method="post" action={action}>
      <div class="form-head">
        <h1>{title}</h1>
        <p id="how">{how}</p>
      </div>
      <UsernameField language={frame.language} described="how" value={username} />
      <button class="button primary" type="submit">
        {submit}
      </button>
      <a class="button quiet" href="/office/login">
        {links.toLogin}
      </a>
    </form>
  );
  return loggedOutPage(frame, { title, main });
}

export interface ChoosePasswordFacts extends LoggedOutFrame {
  readonly action: string;
  readonly kind: 'reset' | 'invitation';
  readonly username: string;
  readonly hasSecondFactor: boolean;
  readonly fault?: true;
}

/** The page to which a link in a mail leads. */
export function renderChoosePassword(facts: ChoosePasswordFacts): string {
  const { action, kind, username, hasSecondFactor, fault } = facts;
  const { links, login, account } = officeWords(facts.language);
  const { title, submit } = links[kind];
  const main = (
    <form class="fields" method="post" action={action}>
      <div class="form-head">
        <h1>{title}</h1>
        <p>
          {login.username}: <bdi>{username}</bdi>
        </p>
        <p id="rules">{hasSecondFactor ? account.passwordRules : account.passwordRulesAlone}</p>
      </div>
      {fault && <FormFault text={account.faults.refused} />}
      <input type="hidden" name="username" autocomplete="username" value={username} />
      <PasswordField
        isNew
        language={facts.language}
        described={fault ? 'fault rules' : 'rules'}
        isWrong={fault === true}
      />
      <button class="button primary" type="submit">
        {submit}
      </button>
    </form>
  );
  return loggedOutPage(facts, { title, main });
}

/** A link that was used before, was never good, or is over. */
export function renderLinkGone(frame: LoggedOutFrame): string {
  const { links } = officeWords(frame.language);
  const { title, text, again } = links.gone;
  const main = (
    <div class="fields">
      <h1>{title}</h1>
      <p>{text}</p>
      <a class="button primary" href="/office/forgot">
        {again}
      </a>
    </div>
  );
  return loggedOutPage(frame, { title, main });
}
