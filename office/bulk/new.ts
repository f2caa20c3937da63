import { randomUUID } from 'node:crypto';
import { fileFaultIn } from '../../api/bulk/file-faults.ts';
import type { refusedRows } from '../../api/bulk/answer.ts';
import type { AnswerOf } from '../../api/infer.ts';
import { BULK_FIELDS_TYPED, type NewBulkFacts } from '../../render/office/new-bulk-facts.ts';
import { renderNewBulk } from '../../render/office/new-bulk.tsx';
import { fieldFaults, problemIn } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { officeFrame } from '../frame.ts';
import { officeForm, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { currenciesFor, usableMethodsIfAny, shownMethods } from '../payments/methods.ts';
import { BULK_PATH, bulkPath, WRONG_SHOWN, wrongRowOf } from './facts.ts';
import { shownName } from '../../domain/attachment.ts';
import { cutText } from '../../domain/cut-text.ts';

const PATH = `${BULK_PATH}/new`;

/** A form that takes a file and has it looked at; nothing is made before it is confirmed (contract/office#bulk-requests). */
export const newBulkPages = officeForm(['office.new-bulk', 'office.check-bulk'], {
  path: PATH,
  permissions: ['payment_request.add'],
  file: 'stream',
  ask: (page) => bulkForm(page, { values: {}, picked: [] }),
  press: async (page) => {
    const values = Object.fromEntries(
      BULK_FIELDS_TYPED.map((name) => [name, page.field(name).trim()]),
    );
    const typed = { values, picked: page.ticked('pg_codes') };
    if (!page.file) return bulkForm(page, { ...typed, trouble: 'no-file' }, 400);
    const { name, stream } = page.file;
    const type = /\.json$/i.test(name) ? 'application/json' : 'text/csv';
    const answer = await page.api.upload(
      `/b/bulk/v1/bulk/?${queryFor(typed, name)}`,
      { stream, type },
      page.number,
    );
    if (answer.status === 201) return { to: bulkPath(answer.body as { bulk_id: string }) };
    return bulkForm(page, { ...typed, ...whyNot(answer) }, answer.status);
  },
});

type Typed = Pick<NewBulkFacts, 'values' | 'picked'>;

/** Rows that are wrong are left out, of which the page tells before anything is made. What is empty is for each row to say. */
function queryFor({ values, picked }: Typed, fileName: string): URLSearchParams {
  const { name = '', ...defaults } = values;
  const given = Object.entries(defaults).filter(
    (one): one is [string, string] => (one[1] ?? '') !== '',
  );
  return new URLSearchParams([
    ['confirm_later', 'true'],
    ['skip_invalid', 'true'],
    ['name', cutText(name || nameOf(fileName), MOST_NAME)],
    ...(picked.length > 0 ? [['pg_codes', picked.join('|')]] : []),
    ...given,
  ]);
}

const MOST_NAME = 128;

/** As people call it, without what programs know it by. */
function nameOf(fileName: string): string {
  return shownName(fileName).replace(/\.(?:csv|json)$/i, '');
}

/** Why a file was not taken, for people. */
function whyNot({ status, body }: AskedAnswer): Partial<NewBulkFacts> {
  const { detail, code } = problemIn(body);
  if (status >= 500 || code === 'tracking_in_progress') return { trouble: 'unknown' };
  if (code === 'idempotency_conflict') return { trouble: 'other-file' };
  if (code === 'invalid_rows') {
    const { rows, errors, unknown_columns: unknownColumns } = body as AnswerOf<typeof refusedRows>;
    const wrong = errors.slice(0, WRONG_SHOWN).map(wrongRowOf);
    return { found: { rows, unknownColumns, wrong } };
  }
  const fileFault = fileFaultIn(detail);
  return {
    faults: fieldFaults(body),
    ...(detail !== '' && { refusal: detail, refusalCode: code }),
    ...(fileFault && { fileFault }),
  };
}

/** The form, as it is at first or with what was typed. A file has to be chosen anew: a browser gives none without being told. */
export async function bulkForm(
  page: OfficeRequest,
  given: Typed & Partial<NewBulkFacts>,
  status?: number,
): Promise<OfficeAnswer> {
  const methods = await usableMethodsIfAny(page);
  const form = page.form(PATH);
  return {
    html: renderNewBulk({
      ...officeFrame(page, 'bulk'),
      // Its number has been another file's.
      form: given.trouble === 'other-file' ? { ...form, number: randomUUID() } : form,
      methods: shownMethods(methods, page.language),
      currencies: currenciesFor(page, methods),
      faults: {},
      ...given,
    }),
    ...(status !== undefined && { status }),
  };
}
