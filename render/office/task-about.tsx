import type { JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { officeWords } from '../locales/office-words.ts';
import { Code } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { ApiSentence } from './api-sentence.tsx';
import type { TaskFacts } from './inbox-facts.ts';

/** What a task is about, with the way there: a page, or where there is none an address of the API, or what the operator types. */
export function TaskAbout({
  language,
  task,
}: {
  readonly language: Language;
  readonly task: TaskFacts;
}): JSX.Element {
  const said = officeWords(language).inbox;
  const { subject, orderNo, referenceNumber, detail, href, apiPath, commands } = task;
  const name =
    orderNo === undefined ? (
      said.subjects[subject]
    ) : (
      <Fill text={said.order} with={{ order: <Code>{orderNo}</Code> }} />
    );
  return (
    <div>
      {href === undefined ? (
        <span class="row-name">{name}</span>
      ) : (
        <a class="row-link" href={href}>
          {name}
        </a>
      )}
      {referenceNumber !== undefined && (
        <span class="second">
          {said.reference} <Code>{referenceNumber}</Code>
        </span>
      )}
      {detail !== undefined && detail !== '' && (
        <span class="second">
          <ApiSentence>{detail}</ApiSentence>
        </span>
      )}
      {href === undefined && apiPath !== undefined && (
        <span class="second">
          {said.api} <Code>{apiPath}</Code>
        </span>
      )}
      {commands && (
        <span class="second">
          {said.commands}
          {commands.map((command) => (
            <Command key={command}>{command}</Command>
          ))}
        </span>
      )}
    </div>
  );
}

/** What is typed, broken between words only: a hyphen at the end of a line would be taken for a part of one. */
function Command({ children }: { readonly children: string }): JSX.Element {
  return (
    <code lang="en" dir="ltr" class="command">
      {children.split(' ').map((word, nth) => (
        <>
          {nth > 0 && ' '}
          <span>{word}</span>
        </>
      ))}
    </code>
  );
}

/** What it is told apart by, as far as one line goes. */
export function taskName({ orderNo, referenceNumber, detail, id }: TaskFacts): string {
  return orderNo ?? referenceNumber ?? detail ?? id;
}
