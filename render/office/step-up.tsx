import type { ComponentChildren, JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import type { StepUpBy } from '../../domain/single-sign-on.ts';
import { officeWords } from '../locales/office-words.ts';
import { OfficeNotice } from './notice.tsx';

/** What is asked once more, and what came of what was shown. */
export interface StepUpAsked {
  readonly by: StepUpBy;
  /** It was wrong, at this time of our clock in UTC. */
  readonly wrongAt?: string;
}

/** What is said of a code that was wrong: a device whose clock is wrong shows wrong codes. Nothing where no code was. */
export function wrongCode(language: Language, { by, wrongAt }: StepUpAsked): string | undefined {
  if (by !== 'code' || wrongAt === undefined) return undefined;
  return officeWords(language).second.faults.wrong.replace('{time}', wrongAt);
}

/** What is said where it is asked for again of what may be done already. */
export function stepUpAgain(language: Language, asked: StepUpAsked): string {
  const { operation: said } = officeWords(language);
  return asked.wrongAt === undefined
    ? said.stepUpAgain
    : (wrongCode(language, asked) ?? said.stepUpWrong);
}

/** That who somebody is is asked once more, or that what they have shown was wrong. */
export function StepUpNotice({
  language,
  said,
  ...asked
}: StepUpAsked & {
  readonly language: Language;
  readonly said: {
    readonly stepUp: string;
    readonly stepUpText: string;
    readonly stepUpWrong: string;
    readonly stepUpNothing: string;
  };
}): JSX.Element {
  const isWrong = asked.wrongAt !== undefined;
  const wrong = wrongCode(language, asked);
  return (
    <OfficeNotice tone={isWrong ? 'bad' : 'warn'} isNews title={said.stepUp}>
      <p>{isWrong ? (wrong ?? said.stepUpWrong) : said.stepUpText}</p>
      {isWrong && <p>{said.stepUpNothing}</p>}
    </OfficeNotice>
  );
}

/** How somebody shows once more who they are, in the form itself (contract/logins#step-up). */
export function StepUpField({
  language,
  id,
  by,
  page,
  isWrong = false,
  aheadHint,
}: {
  readonly language: Language;
  readonly id: string;
  readonly by: StepUpBy;
  /** The page with the form: who goes to their issuer comes back to it. */
  readonly page: string;
  /** What they have shown before was. */
  readonly isWrong?: boolean;
  /** When it will be asked for, where it has not been yet: the form can be sent without it. */
  readonly aheadHint?: ComponentChildren;
}): JSX.Element {
  const { stepUp } = officeWords(language);
  const isAhead = aheadHint !== undefined;
  const hint = isAhead && (
    <p class="hint" id={`${id}-hint`}>
      {aheadHint}
    </p>
  );
  if (by === 'issuer')
    return (
      <div class="field">
        {hint}
        <p id={`${id}-how`}>{stepUp.issuerHow}</p>
        <a
          class="button"
          id={id}
          href={`/office/step-up?next=${encodeURIComponent(page)}`}
          aria-describedby={`${id}-how`}
        >
          {stepUp.issuer}
        </a>
      </div>
    );
  const common = {
    id,
    name: 'step_up',
    dir: 'ltr',
    required: !isAhead,
    ...(isWrong && { 'aria-invalid': true }),
    ...(isAhead && { 'aria-describedby': `${id}-hint` }),
  } as const;
  return (
    <div class="office-field">
      <label for={id}>{stepUp[by]}</label>
      {by === 'code' ? (
        <input {...common} type="text" autocomplete="one-time-code" spellcheck={false} />
      ) : (
        <input {...common} type="password" autocomplete="current-password" />
      )}
      {hint}
    </div>
  );
}
