import type { BulkCommand } from '../../domain/bulk/bulk.ts';
import type { BulkFacts } from '../../render/office/bulk-facts.ts';
import { renderBulk, renderCancelBulk } from '../../render/office/bulk.tsx';
import { renderCheckedBulk } from '../../render/office/new-bulk.tsx';
import { answerBody, problemIn } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { officeFrame } from '../frame.ts';
import { officePage, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { apiPathOf } from './downloads.ts';
import {
  BULK_PATH,
  bulkPath,
  checkedFacts,
  standingFacts,
  WRONG_SHOWN,
  type BulkAnswer,
  type RowsAnswer,
} from './facts.ts';
import { bulkForm } from './new.ts';

/** A file of requests, and what is done about it (contract/office#bulk-requests). */
export const bulkDetailPages = [
  officePage('office.bulk', {
    path: `${BULK_PATH}/:bulk_id`,
    permissions: ['payment_request.view'],
    handle: async (page) => {
      const bulk = await readBulk(page);
      const told = toldOf(page.field('after'), bulk);
      return standing(page, bulk, { ...(told && { told }) });
    },
  }),
  officePage('office.bulk-confirm', {
    method: 'POST',
    path: `${BULK_PATH}/:bulk_id/confirm`,
    permissions: ['payment_request.add'],
    handle: async (page) => {
      const answer = await page.api.send('POST', `${apiPathOf(page)}confirm/`);
      if (answer.status !== 404) return afterPress(page, 'confirm', answer);
      // Also a plugin that is switched off is not found.
      const kept = await page.api.get(apiPathOf(page));
      if (kept.status === 200) return afterPress(page, 'confirm', answer);
      return bulkForm(page, { values: {}, picked: [], trouble: 'gone' }, 404);
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
    handle: async (page) =>
      afterPress(page, what, await page.api.send('POST', `${apiPathOf(page)}${what}/`)),
  });
}

/** How a file stands after a press. Said twice each changes nothing, so that it can be pressed again where nobody knows what came of it. */
async function afterPress(
  page: OfficeRequest,
  what: BulkCommand | 'confirm',
  { status, body }: Pick<AskedAnswer, 'status' | 'body'>,
): Promise<OfficeAnswer> {
  if (status < 300) return { to: `${bulkPath(body as BulkAnswer)}?after=${what}` };
  if (status === 403) answerBody({ status, body });
  const { detail: refusal, code: refusalCode } = problemIn(body);
  const news = status >= 500 ? { isUnknown: true } : { refusal, refusalCode };
  return standing(page, await readBulk(page), news, status);
}

type News = Partial<Pick<BulkFacts, 'told' | 'refusal' | 'refusalCode' | 'isUnknown'>>;

async function standing(
  page: OfficeRequest,
  bulk: BulkAnswer,
  news: News,
  status = 200,
): Promise<OfficeAnswer> {
  const path = bulkPath(bulk);
  const wrong = await wrongRows(page, bulk);
  const { actions } = bulk;
  const frame = officeFrame(page, 'bulk');
  if (bulk.state === 'unconfirmed') {
    const { told: _told, ...trouble } = news;
    const html = renderCheckedBulk({
      ...frame,
      ...checkedFacts(bulk, wrong),
      ...trouble,
      ...(actions.includes('confirm') && { form: page.form(`${path}/confirm`) }),
    });
    return { html, status };
  }
  const html = renderBulk({
    ...frame,
    ...standingFacts(bulk, wrong),
    ...news,
    lookedAt: new Date().toISOString(),
    ...(actions.includes('pause') && { pause: page.form(`${path}/pause`) }),
    ...(actions.includes('resume') && { resume: page.form(`${path}/resume`) }),
    ...(actions.includes('cancel') && { cancelUrl: `${path}/cancel` }),
  });
  return { html, status };
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

/** What was pressed, as long as it is so: an address alone tells nothing, and what is done by now says so itself. */
export function toldOf(after: string, { state }: Pick<BulkAnswer, 'state'>): BulkFacts['told'] {
  if (after === 'confirm' && (state === 'scheduling' || state === 'dispatching')) return 'confirm';
  if (after === 'pause' && state === 'paused') return 'pause';
  if (after === 'resume' && state === 'dispatching') return 'resume';
  return after === 'cancel' && state === 'canceled' ? 'cancel' : undefined;
}
