import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { FormFault, PAGE_FORM } from './form.tsx';
import { loggedOutPage, type LoggedOutFrame } from './logged-out.tsx';

/** Why nobody was let in by an issuer. Its own sentences are never shown: whoever has set it could say anything by them. */
export type SsoFault = 'unknown' | 'silent' | 'refused' | 'lost' | 'stranger' | 'other';

export interface SsoFacts extends LoggedOutFrame {
  /** The address of this page. */
  readonly action: string;
  /** Where it leads. */
  readonly next: string;
  /** As it was typed. */
  readonly typed?: string;
  readonly fault?: SsoFault;
  /** The merchant whose people log in by an issuer; left out while it is not known. */
  readonly merchant?: {
    readonly name: string;
    /** The host at which they do. */
    readonly host: string;
    /** A link, for a form must lead nowhere else (contract/logins#single-sign-on). */
    readonly begin: string;
    /** Whether they may come in by a password, too. */
    readonly hasPasswords: boolean;
  };
}

/** The page on which somebody says of which company they are, and goes on to where its people log in. */
export function renderSingleSignOn(facts: SsoFacts): string {
  const { sso } = officeWords(facts.language);
  return loggedOutPage(facts, { title: sso.title, main: <Main {...facts} /> });
}

function Main(facts: SsoFacts): JSX.Element {
  const { language, fault, merchant, next, action } = facts;
  const { sso } = officeWords(language);
  const login = `/office/login?next=${encodeURIComponent(next)}`;
  return (
    <div class="fields">
      <h1>{sso.title}</h1>
      {fault && <FormFault text={sso.faults[fault]} />}
      {merchant ? (
        <>
          <dl class="lines">
            <div class="line">
              <dt>{sso.company}</dt>
              <dd>
                <bdi>{merchant.name}</bdi>
              </dd>
            </div>
            <div class="line">
              <dt>{sso.host}</dt>
              <dd>
                <bdi dir="ltr">{merchant.host}</bdi>
              </dd>
            </div>
          </dl>
          <a class="button primary" href={merchant.begin}>
            {fault ? sso.again : sso.go}
          </a>
          <a class="button quiet" href={`${action}?merchant=&next=${encodeURIComponent(next)}`}>
            {sso.otherCompany}
          </a>
        </>
      ) : (
        <Company {...facts} />
      )}
      {merchant?.hasPasswords !== false && (
        <a class="button quiet" href={login}>
          {sso.password}
        </a>
      )}
    </div>
  );
}

function Company({ language, action, next, typed, fault }: SsoFacts): JSX.Element {
  const { sso } = officeWords(language);
  return (
    <form id={PAGE_FORM} class="fields" method="get" action={action}>
      <input type="hidden" name="next" value={next} />
      <div class="field">
        <label for="merchant">{sso.code}</label>
        <input
          id="merchant"
          name="merchant"
          type="text"
          dir="ltr"
          autocomplete="organization"
          autocapitalize="none"
          spellcheck={false}
          required
          maxLength={64}
          value={typed}
          aria-describedby={fault ? 'fault' : 'hint'}
          {...(fault && { 'aria-invalid': true })}
        />
        <p class="small" id="hint">
          {sso.hint}
        </p>
      </div>
      <button class="button primary" type="submit">
        {sso.find}
      </button>
    </form>
  );
}
