import type { JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { officeWords } from '../locales/office-words.ts';

/** How somebody shows once more who they are, in the form itself (contract/logins#step-up). */
export function StepUpField({
  language,
  id,
  by,
}: {
  readonly language: Language;
  readonly id: string;
  readonly by: 'code' | 'password';
}): JSX.Element {
  const { stepUp } = officeWords(language);
  const common = { id, name: 'step_up', dir: 'ltr', required: true } as const;
  return (
    <div class="field">
      <label for={id}>{stepUp[by]}</label>
      {by === 'code' ? (
        <input {...common} type="text" autocomplete="one-time-code" spellcheck={false} />
      ) : (
        <input {...common} type="password" autocomplete="current-password" />
      )}
    </div>
  );
}
