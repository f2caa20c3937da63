import type { JSX } from 'preact';
import { pluralOf } from '../locales/office-plural.ts';
import { officeWords } from '../locales/office-words.ts';
import { OfficeForm, useTyped } from './form.tsx';
import { framedPage } from './frame.tsx';
import type { SeveralTasksFacts } from './inbox-facts.ts';
import {
  isStillOpen,
  SeveralDoes,
  SeveralOutcomeCell,
  SeveralTold,
  unknownFields,
} from './several-outcomes.tsx';
import { ShortMoment } from './short-moment.tsx';
import { TaskAbout } from './task-about.tsx';

/** The question before several tasks are called done, and what came of it for each. */
export function renderSeveralTasks(facts: SeveralTasksFacts): string {
  const { inbox } = officeWords(facts.language);
  return framedPage({
    frame: facts,
    title: inbox.several.title,
    path: [{ label: inbox.title, href: facts.backUrl }],
    main: <SeveralTasks {...facts} />,
  });
}

function SeveralTasks(facts: SeveralTasksFacts): JSX.Element {
  const { language, rows, missing, isTold, isTooMany, backUrl } = facts;
  const { inbox, several } = officeWords(language);
  const said = inbox.several;
  const isAsked = rows.length > 0 && (!isTold || isStillOpen(rows));
  return (
    <>
      {isTold && <SeveralTold language={language} rows={rows} />}
      <section class="question several-question">
        <h1>{said.title}</h1>
        {rows.length === 0 ? (
          <p class="lead">{isTooMany === true ? said.tooMany : said.none}</p>
        ) : (
          !isTold && <p class="lead">{said.text}</p>
        )}
        {missing > 0 && (
          <p class="hint">
            {pluralOf(said.missing, missing, language).replace('{count}', String(missing))}
          </p>
        )}
        {rows.length > 0 && <Rows {...facts} />}
        {isAsked ? (
          <Press {...facts} />
        ) : (
          <div class="question-does">
            <a class="act primary" href={backUrl}>
              {several.back}
            </a>
          </div>
        )}
      </section>
    </>
  );
}

function Rows(facts: SeveralTasksFacts): JSX.Element {
  const { language, rows, isTold } = facts;
  const { inbox, several } = officeWords(language);
  const { columns } = inbox;
  return (
    <table class="rows small-rows">
      <caption class="unseen">{inbox.several.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.what}</th>
          <th scope="col">{inbox.kind}</th>
          <th scope="col">{columns.since}</th>
          {isTold && <th scope="col">{several.outcome}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" data-label={columns.what}>
              <TaskAbout language={language} task={row} />
            </th>
            <td data-label={inbox.kind}>{inbox.kinds[row.kind].title}</td>
            <td data-label={columns.since}>
              <ShortMoment iso={row.since} frame={facts} />
            </td>
            {isTold && (
              <td data-label={several.outcome}>
                <SeveralOutcomeCell language={language} outcome={row.outcome} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Asks for the note, once, and then again for those that are still open, with the same one under the same number. */
function Press(facts: SeveralTasksFacts): JSX.Element {
  const { language, rows, form, back, backUrl, note, isTold } = facts;
  const { inbox } = officeWords(language);
  const asked = rows.filter((row) => !isTold || isStillOpen([row]));
  return (
    <OfficeForm
      isOfPage
      form={form}
      hidden={[
        { name: 'back', value: back },
        ...(isTold ? [{ name: 'note', value: note }] : []),
        ...asked.map(({ id }) => ({ name: `task.${id}`, value: 'on' })),
        ...unknownFields(asked),
      ]}
    >
      {!isTold && <NoteField label={inbox.doneNote} />}
      <SeveralDoes
        language={language}
        isTold={isTold}
        press={inbox.several.press}
        count={asked.length}
        backUrl={backUrl}
      />
    </OfficeForm>
  );
}

function NoteField({ label }: { readonly label: string }): JSX.Element {
  return (
    <div class="office-field">
      <label for="note">{label}</label>
      <input
        id="note"
        name="note"
        type="text"
        dir="auto"
        maxLength={500}
        required
        autocomplete="off"
        value={useTyped()?.['note']}
      />
    </div>
  );
}
