import type { JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { officeWords } from '../locales/office-words.ts';

interface CredentialProps {
  readonly language: Language;
  /** The ids of what is said of the field. */
  readonly described?: string;
  readonly isWrong?: boolean;
}

/** Where somebody types who they are. */
export function UsernameField({
  language,
  value,
  ...said
}: CredentialProps & { readonly value?: string | undefined }): JSX.Element {
  return (
    <div class="field">
      <label for="username">{officeWords(language).login.username}</label>
      <input
        id="username"
        name="username"
        type="text"
        dir="ltr"
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        required
        maxLength={150}
        value={value}
        {...describing(said)}
      />
    </div>
  );
}

/** Where somebody types their password, or one that they choose: browsers offer to fill in the one, and to make the other. */
export function PasswordField({
  language,
  isNew,
  ...said
}: CredentialProps & { readonly isNew?: true }): JSX.Element {
  const { login, account } = officeWords(language);
  return (
    <div class="field">
      <label for="password">{isNew ? account.newPassword : login.password}</label>
      <input
        id="password"
        name="password"
        type="password"
        dir="ltr"
        autocomplete={isNew ? 'new-password' : 'current-password'}
        required
        {...describing(said)}
      />
    </div>
  );
}

function describing({ described, isWrong }: Omit<CredentialProps, 'language'>): object {
  return {
    ...(described !== undefined && { 'aria-describedby': described }),
    ...(isWrong === true && { 'aria-invalid': true }),
  };
}
