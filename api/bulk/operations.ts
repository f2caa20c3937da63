import { ROW_STATES } from '../../domain/bulk/bulk.ts';
import type { Operation } from '../openapi/operation.ts';
import {
  bulksAnswer,
  dryRunAnswer,
  progressAnswer,
  refusedUpload,
  rowsAnswer,
  uploadAnswer,
} from './answer.ts';

const flag = (description: string) => ({ description, schema: { type: 'boolean' } });
const stands = { 200: { description: 'How it stands now.', shape: progressAnswer } };

/** What the routes of files of requests for payment promise. */
export const bulkOperations = {
  'bulk.upload': {
    tag: 'Bulk',
    summary: 'Create a bulk import',
    description:
      'A CSV file (`text/csv`, UTF-8, at most 50 MB) with a line of names, or `{"rows": [...]}` (`application/json`, at most 10 MB); at most 100,000 rows, of 100,000 characters each, and 500 columns. Names are the fields of a request for payment, in CSV with dots for what is inside and bars between the parts of a list. Any column may also stand in the query, for rows that do not say it. Nothing is taken when a row is wrong, unless `skip_invalid=true`: 400 with the first 1,000 errors by row, and counts. Payments are made afterwards, 25 a second at most.',
    query: {
      name: { description: 'What you call it.', schema: { type: 'string', maxLength: 128 } },
      dry_run: flag('Only look at the file.'),
      skip_invalid: flag('Leave rows at fault out and take the others.'),
      legacy: flag(
        'Have payments as the old endpoints make them: a single attempt each, its result told by a disclosure with `bulk_id`. Needs the plugin `legacy`.',
      ),
    },
    request: {
      jsonSchema: {
        type: 'object',
        required: ['rows'],
        properties: { rows: { type: 'array', maxItems: 100_000, items: { type: 'object' } } },
      },
    },
    idempotent: true,
    errors: [404, 413, 415, 423],
    answers: {
      200: { description: 'Of a dry run: what was found.', shape: dryRunAnswer },
      201: { description: 'It was taken; its rows are made from now on.', shape: uploadAnswer },
      400: {
        description: 'Nothing was taken: rows at fault, a file that cannot be read, or the query.',
        shape: refusedUpload,
      },
    },
  },
  'bulk.list': {
    tag: 'Bulk',
    summary: 'List bulk imports',
    answers: { 200: { description: 'The newest hundred, the newest first.', shape: bulksAnswer } },
  },
  'bulk.read': {
    tag: 'Bulk',
    summary: 'Get a bulk import',
    answers: stands,
  },
  'bulk.rows': {
    tag: 'Bulk',
    summary: 'List the rows of a bulk import',
    query: {
      after: {
        description: 'Rows after this one.',
        schema: { type: 'integer', minimum: 0 },
      },
      limit: { description: '100 when left out.', schema: { type: 'integer', maximum: 1000 } },
      state: { description: 'Only rows that stand so.', schema: { enum: [...ROW_STATES] } },
    },
    answers: {
      200: {
        description: 'Rows in their order, those made with their address.',
        shape: rowsAnswer,
      },
    },
  },
  'bulk.result': {
    tag: 'Bulk',
    summary: 'Download the results of a bulk import',
    query: {
      state: { description: 'Only rows that stand so.', schema: { enum: [...ROW_STATES] } },
    },
    answers: {
      200: {
        description: 'A line for each row. No cell of it is a formula to a spreadsheet.',
        shape: { jsonSchema: { type: 'string' } },
        mediaType: 'text/csv',
      },
    },
  },
  'bulk.pause': {
    tag: 'Bulk',
    summary: 'Pause a bulk import',
    description: 'What is being made at this moment, 25 rows at most, is made.',
    errors: [400],
    answers: stands,
  },
  'bulk.resume': {
    tag: 'Bulk',
    summary: 'Resume a bulk import',
    errors: [400, 423],
    answers: stands,
  },
  'bulk.cancel': {
    tag: 'Bulk',
    summary: 'Cancel a bulk import',
    description: 'Payments that were made stay as they are: cancel them one by one.',
    errors: [400],
    answers: stands,
  },
} satisfies Readonly<Record<string, Operation>>;
