import type { ComponentChildren, JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import type { Glyph } from '../icons.ts';
import { officeWords } from '../locales/office-words.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { Icon } from '../pages/icon.tsx';
import { ApiSentence } from './api-sentence.tsx';
import type { OfficeFrame } from './frame-facts.ts';
import type { Told } from './payment-facts.ts';

type NoticeTone = 'good' | 'warn' | 'bad';

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  /** It is told at once, and takes the focus: something was done, or was not. */
  readonly isNews?: boolean;
}

/** A few words above a page about what has happened. */
export function OfficeNotice({ tone, title, children, isNews }: NoticeProps): JSX.Element {
  const news =
    isNews === true
      ? ({ role: tone === 'good' ? 'status' : 'alert', tabIndex: -1, autofocus: true } as const)
      : {};
  return (
    <div class={`word word-${tone}`} {...news}>
      <Icon name={GLYPHS[tone]} />
      <div>
        <p class="word-title">{title}</p>
        {children}
      </div>
    </div>
  );
}

const GLYPHS: Readonly<Record<NoticeTone, Glyph>> = {
  good: 'check',
  warn: 'clock',
  bad: 'warning',
};

/** What came of what was pressed. */
export function TellingNotice({
  frame,
  told,
  children,
}: {
  readonly frame: OfficeFrame;
  readonly told: Told;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { operation, operations } = officeWords(frame.language);
  const { key, tone, amount } = told;
  const text = TEXTS[key];
  return (
    <OfficeNotice
      tone={tone}
      isNews
      title={
        <Fill
          text={operation.results[key]}
          with={{
            operation: told.operation && operations[told.operation],
            amount: amount && <Figure amount={amount} language={frame.language} />,
          }}
        />
      }
    >
      {text !== undefined && <p>{operation.results[text]}</p>}
      {children}
    </OfficeNotice>
  );
}

const TEXTS: Readonly<
  Partial<
    Record<
      Told['key'],
      | 'awaitingText'
      | 'queuedText'
      | 'unclearText'
      | 'failedText'
      | 'createdText'
      | 'chargeUnknownText'
      | 'cashUnknownText'
    >
  >
> = {
  awaiting: 'awaitingText',
  queued: 'queuedText',
  unclear: 'unclearText',
  failed: 'failedText',
  created: 'createdText',
  chargeUnknown: 'chargeUnknownText',
  cashUnknown: 'cashUnknownText',
};

interface FaultsProps {
  /** Each with the field that it is of, where the page has it. */
  readonly faults: readonly {
    readonly field?: string;
    readonly label?: string;
    /** The column of a file that it is of, as somebody has named it. */
    readonly column?: string;
    /** The same in the language of the page, where there are words for it. */
    readonly word?: string | undefined;
    readonly sentence: string;
    /** It is in the language of the page; else it is the API's, in English. */
    readonly isOurs?: boolean;
  }[];
}

/** Everything that is wrong with a form, with links to the fields. */
export function FaultList({
  title,
  faults,
}: FaultsProps & { readonly title: string }): JSX.Element | null {
  if (faults.length === 0) return null;
  return (
    <OfficeNotice tone="bad" isNews title={title}>
      <Faults faults={faults} />
    </OfficeNotice>
  );
}

/**
 * That nobody knows whether something was done. A refusal of the press that has asked again stands beside it: it says nothing of the
 * first one.
 */
export function UnknownNotice({
  language,
  title,
  text,
  faults,
  children,
}: FaultsProps & {
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { operation: said } = officeWords(language);
  // Its form has the fields no more, to which they would lead.
  const sentences = faults.map(({ field: _field, ...fault }) => fault);
  return (
    <OfficeNotice tone="warn" isNews title={title}>
      <p>{text}</p>
      {sentences.length > 0 && <p>{said.unknownRefused}</p>}
      <Faults faults={sentences} />
      {children}
    </OfficeNotice>
  );
}

function Faults({ faults }: FaultsProps): JSX.Element | null {
  if (faults.length === 0) return null;
  return (
    <ul class="fault-list">
      {faults.map(({ field, label, column, word, sentence, isOurs }) => {
        const said = (
          <>
            {label !== undefined && `${label}: `}
            {column !== undefined && (
              <>
                <Code>{column}</Code>:{' '}
              </>
            )}
            <ApiSentence isOurs={isOurs} word={word}>
              {sentence}
            </ApiSentence>
          </>
        );
        return (
          <li key={`${field} ${sentence}`}>
            {field === undefined ? said : <a href={`#${field}`}>{said}</a>}
          </li>
        );
      })}
    </ul>
  );
}
