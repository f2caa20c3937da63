import type { JSX } from 'preact';
import type { LoginWay } from '../../domain/office-login.ts';
import type { Language } from '../../domain/language.ts';
import { TASK_MAIL_TIMES, type TaskMailTime } from '../../domain/tasks/subscription.ts';
import type { TaskKind } from '../../domain/tasks/task.ts';
import type { StepUpBy } from '../../domain/single-sign-on.ts';
import { officeWords } from '../locales/office-words.ts';
import { Fill } from '../pages/fill.tsx';
import { PasswordField } from './credentials.tsx';
import type { OfficeFrame } from './frame-facts.ts';
import { FormFault, OfficeForm, useTyped, type FormFacts } from './form.tsx';
import { framedPage } from './frame.tsx';
import { faultText, type LoginFault } from './login.tsx';
import { OfficeNotice } from './notice.tsx';
import { CodeField } from './second-factor.tsx';
import { ZonedMoment } from './short-moment.tsx';
import { StepUpField, wrongCode } from './step-up.tsx';

export interface AccountProfile {
  readonly username: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  /** Their merchant asks for one, so they replace it and do not remove it. */
  readonly mustHaveSecondFactor: boolean;
  readonly recoveryCodesLeft: number;
  /** They have not shown for a while who they are. */
  readonly needsStepUp: boolean;
  readonly stepUpBy: StepUpBy;
}

export interface AccountLogin {
  readonly id: string;
  readonly since: string;
  readonly lastSeen: string;
  readonly browser: string;
  readonly network: string;
  readonly how: LoginWay;
  /** The one by which the page is shown. */
  readonly isThis: boolean;
}

/** What came of one of its forms. */
export interface AccountNews {
  readonly form: 'password' | 'second-factor' | 'remove-factor' | 'recovery-codes' | 'mails';
  readonly status: number;
  readonly fault: 'step-up' | 'refused' | 'too-many' | 'changed' | 'is-on' | 'error';
  /** Of too many: until it may be tried again. */
  readonly seconds?: string;
  /** Of a step-up that was wrong: the time of our clock in UTC. */
  readonly wrongAt?: string;
}

/** Of which tasks somebody gets mails, and when. */
export interface AccountMails {
  readonly kinds: readonly { readonly kind: TaskKind; readonly when: TaskMailTime }[];
  /** The time of day of the daily one, and where it is that time. */
  readonly dailyAt: string;
  readonly timeZone: string;
  /** What these choices were made on. */
  readonly version: string;
  /** They have just chosen. */
  readonly isSaved: boolean;
}

export interface AccountFacts extends OfficeFrame {
  readonly profile: AccountProfile;
  readonly logins: readonly AccountLogin[];
  readonly mails: AccountMails;
  readonly news?: AccountNews;
  readonly forms: Readonly<
    Record<'password' | 'factor' | 'remove' | 'recovery' | 'logins' | 'mails', FormFacts>
  >;
}

/** So few are left that somebody should make new ones. */
const FEW = 3;

/** What somebody sees and changes of themselves. */
export function renderAccount(facts: AccountFacts): string {
  const { account } = officeWords(facts.language);
  return framedPage({
    frame: facts,
    title: account.title,
    isNarrow: true,
    main: <Account {...facts} />,
  });
}

function Account(facts: AccountFacts): JSX.Element {
  const { language, profile } = facts;
  const { account } = officeWords(language);
  return (
    <div class="fields account">
      <h1>{account.title}</h1>
      <dl class="lines">
        <div class="line">
          <dt>{account.username}</dt>
          <dd>
            <bdi>{profile.username}</bdi>
          </dd>
        </div>
        <div class="line">
          <dt>{account.email}</dt>
          <dd>
            <bdi>{profile.email}</bdi>
          </dd>
        </div>
      </dl>
      <Factor {...facts} />
      <Password {...facts} />
      <Mails {...facts} />
      <Logins {...facts} />
    </div>
  );
}

function Factor(facts: AccountFacts): JSX.Element {
  const { language, profile, forms } = facts;
  const { account } = officeWords(language);
  if (!profile.hasSecondFactor)
    return (
      <section class="part" aria-labelledby="factor">
        <h2 id="factor">{account.factor}</h2>
        <p>{account.factorOff}</p>
        <OfficeForm form={forms.factor}>
          <Asked {...facts} of="second-factor" />
          <button class="button" type="submit">
            {account.setUp}
          </button>
        </OfficeForm>
      </section>
    );
  const left = profile.recoveryCodesLeft;
  return (
    <section class="part" aria-labelledby="factor">
      <h2 id="factor">{account.factor}</h2>
      <p>{profile.mustHaveSecondFactor ? account.factorNeeded : account.factorOn}</p>
      <p class={left < FEW ? 'notice plain' : undefined}>
        {account.codesLeft} <bdi class="figure">{left}</bdi>
        {left < FEW && `. ${account.fewCodes}`}
      </p>
      <OfficeForm form={forms.recovery}>
        <Asked {...facts} of="recovery-codes" />
        <button class="button" type="submit">
          {account.newCodes}
        </button>
      </OfficeForm>
      {profile.mustHaveSecondFactor ? (
        <OfficeForm form={forms.factor}>
          <Asked {...facts} of="second-factor" />
          <button class="button quiet" type="submit">
            {account.replaceFactor}
          </button>
        </OfficeForm>
      ) : (
        <OfficeForm form={forms.remove}>
          <Asked {...facts} of="remove-factor" />
          <button class="button quiet" type="submit">
            {account.removeFactor}
          </button>
        </OfficeForm>
      )}
    </section>
  );
}

function Password(facts: AccountFacts): JSX.Element {
  const { language, profile, forms } = facts;
  const { account } = officeWords(language);
  return (
    <section class="part" aria-labelledby="password-head">
      <h2 id="password-head">{account.password}</h2>
      <p id="password-rules">
        {profile.hasSecondFactor ? account.passwordRules : account.passwordRulesAlone}
      </p>
      <OfficeForm form={forms.password}>
        <Asked {...facts} of="password" />
        <input type="hidden" name="username" autocomplete="username" value={profile.username} />
        <PasswordField isNew language={language} described="password-rules" />
        <button class="button" type="submit">
          {account.changePassword}
        </button>
      </OfficeForm>
    </section>
  );
}

/** What went wrong with this form, and where it asks who somebody is, the field for that. */
function Asked({
  language,
  profile,
  news,
  of,
}: AccountFacts & { readonly of: AccountNews['form'] }): JSX.Element {
  const { account, operation } = officeWords(language);
  const told = news?.form === of ? news : undefined;
  const fault = told?.fault;
  const isWrong = told?.wrongAt !== undefined;
  const wrong = isWrong
    ? (wrongCode(language, { ...told, by: profile.stepUpBy }) ?? operation.stepUpWrong)
    : undefined;
  return (
    <>
      {told && (
        <FormFault
          text={[wrong, account.faults[told.fault].replace('{seconds}', told.seconds ?? '')]
            .filter(Boolean)
            .join(' ')}
        />
      )}
      {(profile.needsStepUp || fault === 'step-up') && (
        <StepUpField
          language={language}
          id={`step-up-${of}`}
          by={profile.stepUpBy}
          page="/office/account"
          isWrong={isWrong}
        />
      )}
    </>
  );
}

/** The name of the field in which the time for a kind stands. */
export function mailField(kind: TaskKind): string {
  return `when-${kind}`;
}

/** For each kind of task that somebody can have, when they get mails of it; nothing where there is none. */
function Mails({ language, mails, news, forms }: AccountFacts): JSX.Element | null {
  const { account } = officeWords(language);
  const said = account.mails;
  if (mails.kinds.length === 0) return null;
  const fault = news?.form === 'mails' ? news : undefined;
  return (
    <section class="part" aria-labelledby="mails">
      <h2 id="mails">{said.title}</h2>
      <p>
        <Fill
          text={said.how}
          with={{
            time: <bdi dir="ltr">{mails.dailyAt}</bdi>,
            zone: <bdi dir="ltr">{mails.timeZone}</bdi>,
          }}
        />
      </p>
      {mails.isSaved && !fault && <OfficeNotice tone="good" isNews title={said.saved} />}
      <OfficeForm isOfPage form={forms.mails} hidden={[{ name: 'version', value: mails.version }]}>
        {fault && (
          <FormFault text={account.faults[fault.fault].replace('{seconds}', fault.seconds ?? '')} />
        )}
        {mails.kinds.map((choice) => (
          <MailChoice key={choice.kind} language={language} {...choice} />
        ))}
        <button class="button" type="submit">
          {said.save}
        </button>
      </OfficeForm>
    </section>
  );
}

function MailChoice({
  language,
  kind,
  when,
}: AccountMails['kinds'][number] & { readonly language: Language }): JSX.Element {
  const { account, inbox } = officeWords(language);
  const name = mailField(kind);
  const chosen = useTyped()?.[name] ?? when;
  return (
    <div class="office-field mail-choice">
      <label for={name}>{inbox.kinds[kind].title}</label>
      <select id={name} name={name}>
        {TASK_MAIL_TIMES.map((time) => (
          <option key={time} value={time} selected={time === chosen}>
            {account.mails.times[time]}
          </option>
        ))}
      </select>
    </div>
  );
}

function Logins(facts: AccountFacts): JSX.Element {
  const { language, logins, forms } = facts;
  const { account } = officeWords(language);
  return (
    <section class="part" aria-labelledby="logins">
      <h2 id="logins">{account.logins}</h2>
      <ul class="logins">
        {logins.map(({ id, since, lastSeen, browser, network, how, isThis }) => (
          <li key={id}>
            <p>
              <bdi>{browser}</bdi>
              {isThis && ` – ${account.thisLogin}`}
            </p>
            <p class="small">
              {account.since} <ZonedMoment iso={since} frame={facts} /> · {account.lastSeen}{' '}
              <ZonedMoment iso={lastSeen} frame={facts} />
            </p>
            <p class="small">
              {account.ways[how]} · <bdi dir="ltr">{network}</bdi>
            </p>
            {!isThis && (
              <OfficeForm form={forms.logins} hidden={[{ name: 'login_id', value: id }]}>
                <button class="button small-button" type="submit">
                  {account.endLogin}
                </button>
              </OfficeForm>
            )}
          </li>
        ))}
      </ul>
      {logins.length > 1 && (
        <OfficeForm form={forms.logins}>
          <button class="button" type="submit">
            {account.endOthers}
          </button>
        </OfficeForm>
      )}
    </section>
  );
}

/** The page on which an authenticator is set up. Its secret is shown once. */
export function renderNewFactor(
  facts: OfficeFrame & {
    readonly form: FormFacts;
    readonly secret?: string;
    readonly qrUrl?: string;
    readonly fault?: LoginFault;
  },
): string {
  const { factor, login, second } = officeWords(facts.language);
  const { form, secret, qrUrl, fault } = facts;
  const main = (
    <div class="fields account">
      <h1>{factor.title}</h1>
      {secret !== undefined && (
        <FactorPicture language={facts.language} secret={secret} qrUrl={qrUrl} />
      )}
      <OfficeForm form={form}>
        {fault && <FormFault text={faultText(fault, { ...login.faults, wrong: factor.wrong })} />}
        <CodeField label={second.code} {...(fault && { described: 'fault', isWrong: true })} />
        <button class="button primary" type="submit">
          {factor.confirm}
        </button>
      </OfficeForm>
    </div>
  );
  return ownPage(facts, factor.title, main);
}

/** What an authenticator scans, or is told by hand. */
export function FactorPicture({
  language,
  secret,
  qrUrl,
}: {
  readonly language: Language;
  readonly secret: string;
  readonly qrUrl: string | undefined;
}): JSX.Element {
  const { factor } = officeWords(language);
  return (
    <>
      <p>{factor.scan}</p>
      <img class="code-picture" src={qrUrl} alt={factor.picture} width="220" height="220" />
      <p>{factor.orType}</p>
      <p>
        <bdi class="code" dir="ltr">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </bdi>
      </p>
    </>
  );
}

/** Recovery codes, as they are kept. */
export function CodesList({ codes }: { readonly codes: readonly string[] }): JSX.Element {
  return (
    <ol class="recovery-codes" dir="ltr">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  );
}

/** The page with new recovery codes, which are shown once: in no other language, which would be a page without them. */
export function renderRecoveryCodes({
  otherLanguageUrl: _other,
  codes,
  ...frame
}: OfficeFrame & { readonly codes: readonly string[] }): string {
  const { recovery } = officeWords(frame.language);
  const main = (
    <div class="fields account">
      <h1>{recovery.title}</h1>
      <p>{recovery.text}</p>
      <CodesList codes={codes} />
      <a class="button primary" href="/office/account">
        {recovery.kept}
      </a>
    </div>
  );
  return ownPage(frame, recovery.title, main);
}

/** A page below the account. */
function ownPage(frame: OfficeFrame, title: string, main: JSX.Element): string {
  const { account } = officeWords(frame.language);
  const path = [{ label: account.title, href: '/office/account' }];
  return framedPage({ frame, title, path, isNarrow: true, main });
}
