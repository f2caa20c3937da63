import type { JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { officeWords } from '../locales/office-words.ts';
import type { HiddenField } from '../pages/facts.ts';
import { Icon } from '../pages/icon.tsx';
import { ApiSentence } from './api-sentence.tsx';
import { Badge, type BadgeTone } from './badges.tsx';
import { OfficeNotice } from './notice.tsx';
import type { SeveralOutcome } from './several-facts.ts';

interface Told {
  readonly language: Language;
  readonly rows: readonly { readonly outcome?: SeveralOutcome }[];
}

/** Whether there is anything that was not answered, or not asked for. */
export function isStillOpen(rows: Told['rows']): boolean {
  return rows.some(({ outcome }) => outcome?.is === 'unknown' || outcome?.is === 'waiting');
}

/** How many came to what, before the rows say which. */
export function SeveralTold({ language, rows }: Told): JSX.Element {
  const said = officeWords(language).several;
  const of = (is: SeveralOutcome['is']) => rows.filter(({ outcome }) => outcome?.is === is).length;
  const open = of('unknown') + of('waiting');
  const counts = (['done', 'refused', 'unknown', 'waiting'] as const).filter((is) => of(is) > 0);
  const tone = open > 0 ? 'warn' : of('refused') > 0 ? 'bad' : 'good';
  return (
    <OfficeNotice tone={tone} isNews title={said.told}>
      <ul class="fault-list">
        {counts.map((is) => (
          <li key={is}>
            {said.outcomes[is]}: <bdi dir="ltr">{of(is)}</bdi>
          </li>
        ))}
      </ul>
      {open > 0 && <p>{said.again}</p>}
    </OfficeNotice>
  );
}

/** Of which of them nobody knows, as hidden fields of the form that asks again. */
export function unknownFields(
  rows: readonly { readonly id: string; readonly outcome?: SeveralOutcome }[],
): readonly HiddenField[] {
  return rows
    .filter(({ outcome }) => outcome?.is === 'unknown')
    .map(({ id }) => ({ name: `unknown.${id}`, value: 'on' }));
}

const TONES: Readonly<Record<SeveralOutcome['is'], BadgeTone>> = {
  done: 'good',
  refused: 'bad',
  unknown: 'warn',
  waiting: 'still',
};

/** What came of it for one of them. */
export function SeveralOutcomeCell({
  language,
  outcome = { is: 'waiting' },
}: Pick<Told, 'language'> & { readonly outcome: SeveralOutcome | undefined }): JSX.Element {
  const { several, refusals } = officeWords(language);
  return (
    <div>
      <Badge tone={TONES[outcome.is]}>{several.outcomes[outcome.is]}</Badge>
      {'sentence' in outcome && (
        <span class="second">
          <ApiSentence
            isOurs={outcome.isOurs}
            word={outcome.isOurs === true ? undefined : refusals[outcome.code ?? '']}
          >
            {outcome.sentence}
          </ApiSentence>
        </span>
      )}
    </div>
  );
}

/** The press that does it to all of them, or looks again once it was pressed, and the way back. */
export function SeveralDoes({
  language,
  isTold,
  isDanger = false,
  press,
  count,
  backUrl,
}: {
  readonly language: Language;
  readonly isTold: boolean;
  readonly isDanger?: boolean;
  readonly press: Parameters<typeof pluralOf>[0];
  readonly count: number;
  readonly backUrl: string;
}): JSX.Element {
  const said = officeWords(language).several;
  return (
    <div class="question-does">
      <button type="submit" class={isDanger && !isTold ? 'act danger' : 'act primary'}>
        {isTold && <Icon name="clock" />}
        {isTold
          ? said.lookAgain
          : pluralOf(press, count, language).replace('{count}', String(count))}
      </button>
      <a class="act" href={backUrl}>
        {said.back}
      </a>
    </div>
  );
}
