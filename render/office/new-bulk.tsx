import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { Fill } from '../pages/fill.tsx';
import { Icon } from '../pages/icon.tsx';
import { Lines } from '../pages/lines.tsx';
import { TestBadge } from './badges.tsx';
import {
  BulkName,
  countIn,
  countLine,
  foundLines,
  unknownLines,
  WrongRowTable,
  refusalWord,
} from './bulk.tsx';
import { Templates, WholeNumber } from './bulks.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { ChoiceField, FileInput, TextField, TickFields } from './fields.tsx';
import { OfficeForm } from './form.tsx';
import { framedPage } from './frame.tsx';
import type { CheckedBulkFacts, NewBulkFacts } from './new-bulk-facts.ts';
import { FaultList, OfficeNotice } from './notice.tsx';
import { ZonedMoment } from './short-moment.tsx';

/** The form that takes a file of requests and has it looked at. */
export function renderNewBulk(facts: NewBulkFacts): string {
  const { title, upload } = officeWords(facts.language).bulk;
  return framedPage({
    frame: facts,
    title: upload.title,
    isNarrow: true,
    path: [{ label: title, href: '/office/bulk' }],
    main: <NewBulk {...facts} />,
  });
}

function NewBulk(facts: NewBulkFacts): JSX.Element {
  const { language, found } = facts;
  const { upload: said, confirm } = officeWords(language).bulk;
  return (
    <>
      <Trouble {...facts} />
      {found && found.wrong.length > 0 && (
        <section class="part found" aria-labelledby="wrong">
          <h2 id="wrong">{confirm.wrongTitle}</h2>
          <p class="quiet">
            <Fill
              text={said.someOf}
              with={{
                count: <WholeNumber>{found.wrong.length}</WholeNumber>,
                rows: <WholeNumber>{found.rows}</WholeNumber>,
              }}
            />
          </p>
          <Lines lines={unknownLines({ language, unknownColumns: found.unknownColumns })} />
          <WrongRowTable language={language} rows={found.wrong} />
        </section>
      )}
      <section class="question">
        <h1>{said.title}</h1>
        <p class="lead">{said.text}</p>
        <Form {...facts} />
      </section>
      <Templates language={language} />
    </>
  );
}

/** Why nothing was taken. */
function Trouble(facts: NewBulkFacts): JSX.Element | null {
  const { language, trouble, found, refusal, refusalCode = '', fileFault, faults } = facts;
  const said = officeWords(language).bulk.upload;
  if (trouble !== undefined)
    return (
      <OfficeNotice
        tone={trouble === 'no-file' ? 'bad' : 'warn'}
        isNews
        title={said.troubles[trouble].title}
      >
        <p>{said.troubles[trouble].text}</p>
      </OfficeNotice>
    );
  if (found)
    return (
      <OfficeNotice tone="bad" isNews title={found.rows === 0 ? said.noRow : said.noneRight}>
        <p>{said.nothingKept}</p>
      </OfficeNotice>
    );
  const word =
    fileFault === undefined ? refusalWord(language, refusalCode) : said.fileFaults[fileFault];
  const wrong = [
    ...(refusal === undefined ? [] : [{ field: 'file', sentence: refusal, word }]),
    ...Object.entries(faults).flatMap(([field, sentences]) =>
      sentences.map((sentence) => ({
        ...(FORM_FIELDS.has(field) && { field }),
        ...(!FORM_FIELDS.has(field) && field !== 'non_field_errors' && { column: field }),
        sentence,
      })),
    ),
  ];
  return <FaultList title={said.notTaken} faults={wrong} />;
}

/** Those of the form; others are names of columns. */
const FORM_FIELDS: ReadonlySet<string> = new Set([
  'file',
  'name',
  'currency_code',
  'language',
  'expiration_time',
  'pg_codes',
]);

function Form(facts: NewBulkFacts): JSX.Element {
  const { language, methods, currencies, values, picked, faults } = facts;
  const { bulk, newPayment, payment, operation } = officeWords(language);
  const said = bulk.upload;
  return (
    <OfficeForm isOfPage hasFile form={facts.form}>
      <TextField
        id="name"
        label={said.name}
        hint={said.nameHint}
        value={values['name']}
        faults={faults['name']}
        maxLength={128}
      />
      <details class="filters" open={picked.length > 0}>
        <summary>
          <Icon name="plus" />
          {said.defaults}
        </summary>
        <div class="filter-groups">
          <p class="hint">{said.defaultsText}</p>
          {methods.length > 0 && (
            <TickFields
              isPosted
              name="pg_codes"
              legend={newPayment.methods}
              options={methods.map(({ code, name, isSandbox }) => ({
                value: code,
                label: (
                  <>
                    <bdi>{name}</bdi> {isSandbox && <TestBadge language={language} />}
                  </>
                ),
              }))}
              picked={picked}
              faults={faults['pg_codes']}
            />
          )}
          <div class="field-row">
            <ChoiceField
              id="currency_code"
              label={newPayment.currency}
              value={values['currency_code']}
              faults={faults['currency_code']}
              options={[
                { value: '', label: said.asInFile },
                ...currencies.map((code) => ({ value: code, label: code })),
              ]}
            />
            <ChoiceField
              id="language"
              label={newPayment.language}
              value={values['language']}
              faults={faults['language']}
              options={[
                { value: '', label: said.asInFile },
                ...(['en', 'ar'] as const).map((value) => ({
                  value,
                  label: payment.languages[value],
                })),
              ]}
            />
            <ExpiryField
              language={language}
              value={values['expiration_time']}
              faults={faults['expiration_time']}
            />
          </div>
        </div>
      </details>
      <FileInput
        isRequired
        id="file"
        label={said.file}
        hint={said.fileHint}
        faults={facts.refusal === undefined ? faults['file'] : [facts.refusal]}
        accept=".csv,.json,text/csv,application/json"
      />
      <div class="question-does">
        <button type="submit" class="act primary">
          {facts.trouble === 'unknown' ? operation.lookAgain : said.check}
        </button>
        <a class="act" href="/office/bulk">
          {bulk.title}
        </a>
      </div>
    </OfficeForm>
  );
}

/** What was found in a file, and the question whether its requests shall be made. */
export function renderCheckedBulk(facts: CheckedBulkFacts): string {
  const { title, confirm } = officeWords(facts.language).bulk;
  return framedPage({
    frame: facts,
    title: confirm.title,
    isNarrow: true,
    path: [{ label: title, href: '/office/bulk' }],
    main: <CheckedBulk {...facts} />,
  });
}

function CheckedBulk(facts: CheckedBulkFacts): JSX.Element {
  const { language, total, leftOut, wrong, form, confirmBy } = facts;
  const said = officeWords(language).bulk;
  return (
    <>
      <ConfirmTrouble {...facts} />
      <section class="question">
        <h1>{said.confirm.title}</h1>
        <p class="lead">
          {said.confirm.text}{' '}
          {confirmBy !== undefined && (
            <Fill
              text={said.confirm.until}
              with={{ at: <ZonedMoment iso={confirmBy} frame={facts} /> }}
            />
          )}
        </p>
        <Lines
          lines={[
            { label: said.columns.file, value: <BulkName {...facts} /> },
            countLine(said.confirm.rows, facts.rows),
            countLine(said.confirm.right, total),
            ...(leftOut > 0 ? [countLine(said.confirm.wrong, leftOut)] : []),
            ...foundLines(facts),
          ]}
        />
        {leftOut > 0 && (
          <OfficeNotice
            tone="warn"
            title={
              <Fill
                text={pluralOf(said.confirm.leavesOut, leftOut, language)}
                with={countIn(leftOut)}
              />
            }
          >
            <p>{said.confirm.orCorrect}</p>
          </OfficeNotice>
        )}
        {form ? (
          <OfficeForm form={form}>
            <div class="question-does">
              <button type="submit" class="act primary">
                <span>
                  <Fill text={pluralOf(said.confirm.make, total, language)} with={countIn(total)} />
                </span>
              </button>
              <a class="act" href="/office/bulk/new">
                {said.confirm.another}
              </a>
            </div>
          </OfficeForm>
        ) : (
          <div class="question-does">
            <a class="act primary" href="/office/bulk">
              {said.title}
            </a>
          </div>
        )}
      </section>
      {wrong.length > 0 && (
        <section class="part found" aria-labelledby="wrong">
          <h2 id="wrong">{said.confirm.wrongTitle}</h2>
          <p class="quiet">
            {pluralOf(said.wrong.shown, wrong.length, language).replace(
              '{count}',
              String(wrong.length),
            )}
          </p>
          <p>
            <a class="act" href={facts.errorsUrl}>
              <Icon name="file" />
              {said.wrong.download}
            </a>
          </p>
          <WrongRowTable language={language} rows={wrong} />
        </section>
      )}
    </>
  );
}

function ConfirmTrouble(facts: CheckedBulkFacts): JSX.Element | null {
  const { language, refusal, refusalCode = '', isUnknown } = facts;
  const { bulk } = officeWords(language);
  if (isUnknown === true)
    return (
      <OfficeNotice tone="warn" isNews title={bulk.unknown}>
        <p>{bulk.confirm.unknownText}</p>
      </OfficeNotice>
    );
  return (
    <FaultList
      title={bulk.notDone}
      faults={
        refusal === undefined
          ? []
          : [{ sentence: refusal, word: refusalWord(language, refusalCode) }]
      }
    />
  );
}
