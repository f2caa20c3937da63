import type { BulkCommand } from '../../domain/bulk/bulk.ts';
import type { BulkFacts } from '../../render/office/bulk-facts.ts';
import { renderBulk, renderCancelBulk } from '../../render/office/bulk.tsx';
import { answerBody, problemIn } from '../answers.ts';
import { officeFrame } from '../frame.ts';
import { officePage, type OfficeAnswer, type OfficeRequest } from '../page.ts';
import { apiPathOf } from './downloads.ts';
import { BULK_PATH, bulkPath, standingFacts, type BulkAnswer, type RowsAnswer } from './facts.ts';

/** A file of requests, and what is done about it (contract/office#bulk-requests). */
export const bulkDetailPages = [
  officePage('office.bulk', {
    path: `${BULK_PATH}/:bulk_id`,
    permissions: ['payment_request.view'],
    handle: async (page) => {
      const bulk = await readBulk(page);
      return detail(page, bulk, { told: toldOf(page.field('after'), bulk) });
    },
  }),
  officePage('office.bulk-cancel-question', {
    path: `${BULK_PATH}/:bulk_id/cancel`,
    permissions: ['payment_request.change'],
    handle: async (page) => {
      const bulk = await readBulk(page);
      const { name, state, dispatched, pending } = bulk;
      return {
        html: renderCancelBulk({
          ...officeFrame(page, 'bulk'),
          form: page.form(`${bulkPath(bulk)}/cancel`),
          href: bulkPath(bulk),
          name,
          state,
          made: dispatched,
          left: pending,
          isBarred: !bulk.actions.includes('cancel'),
        }),
      };
    },
  }),
  command('pause'),
  command('resume'),
  command('cancel'),
];

function command<const C extends BulkCommand>(what: C) {
  return officePage(`office.bulk-${what}`, {
    method: 'POST',
    path: `${BULK_PATH}/:bulk_id/${what}`,
    permissions: ['payment_request.change'],
    handle: async (page) => {
      const { status, body } = await page.api.send('POST', `${apiPathOf(page)}${what}/`);
      if (status >= 200 && status < 300)
        return { to: `${bulkPath(body as BulkAnswer)}?after=${what}` };
      if (status === 403 || status === 404) answerBody({ status, body });
      // What is said twice changes nothing, so that it can be pressed again, whatever became of this.
      const { detail: refusal, code: refusalCode } = problemIn(body);
      const news = status >= 500 ? { isUnknown: true } : { refusal, refusalCode };
      return detail(page, await readBulk(page), { ...news, status });
    },
  });
}

/** So many rows that made nothing are on the page. */
const WRONG_SHOWN = 20;

type News = Partial<Pick<BulkFacts, 'told' | 'refusal' | 'refusalCode' | 'isUnknown'>>;

async function detail(
  page: OfficeRequest,
  bulk: BulkAnswer,
  {
    status,
    ...news
  }: { readonly [K in keyof News]: News[K] | undefined } & {
    readonly status?: number;
  },
): Promise<OfficeAnswer> {
  const path = bulkPath(bulk);
  const { told, refusal, refusalCode, isUnknown } = news;
  const facts: BulkFacts = {
    ...officeFrame(page, 'bulk'),
    ...standingFacts(bulk, await wrongRows(page, bulk)),
    lookedAt: new Date().toISOString(),
    ...(bulk.actions.includes('pause') && { pause: page.form(`${path}/pause`) }),
    ...(bulk.actions.includes('resume') && { resume: page.form(`${path}/resume`) }),
    ...(bulk.actions.includes('cancel') && { cancelUrl: `${path}/cancel` }),
    ...(told !== undefined && { told }),
    ...(refusal !== undefined && { refusal }),
    ...(refusalCode !== undefined && { refusalCode }),
    ...(isUnknown !== undefined && { isUnknown }),
  };
  return { html: renderBulk(facts), ...(status !== undefined && { status }) };
}

/** The file that the address names. Throws what the API says, such as 404 for another merchant's. */
async function readBulk(page: OfficeRequest): Promise<BulkAnswer> {
  return answerBody(await page.api.get(apiPathOf(page))) as BulkAnswer;
}

async function wrongRows({ api }: OfficeRequest, bulk: BulkAnswer): Promise<RowsAnswer> {
  if (bulk.failed === 0 && (bulk.report?.invalid ?? 0) === 0) return [];
  const query = `state=wrong&limit=${WRONG_SHOWN}`;
  return answerBody(await api.get(`/b/bulk/v1/bulk/${bulk.bulk_id}/rows/?${query}`)) as RowsAnswer;
}

/** What was pressed, where it is so: an address alone tells nothing. */
function toldOf(after: string, { state }: BulkAnswer): BulkCommand | undefined {
  if (after === 'pause' && state === 'paused') return 'pause';
  if (after === 'resume' && (state === 'dispatching' || state === 'done')) return 'resume';
  return after === 'cancel' && state === 'canceled' ? 'cancel' : undefined;
}
