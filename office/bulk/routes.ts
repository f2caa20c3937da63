import { renderBulks } from '../../render/office/bulks.tsx';
import { answerBody } from '../answers.ts';
import { officeFrame } from '../frame.ts';
import { mayAdd } from '../may.ts';
import { officePage } from '../page.ts';
import { listFrom } from '../place.ts';
import { bulkDetailPages } from './detail.ts';
import { bulkDownloads } from './downloads.ts';
import { newBulkPages } from './new.ts';
import { BULK_PATH, bulkRowOf, type BulksAnswer } from './facts.ts';

const ON_A_PAGE = 25;

/** Files of requests for payment (contract/office#bulk-requests). */
export const bulkPages = [
  officePage('office.bulks', {
    path: BULK_PATH,
    permissions: ['payment_request.view'],
    handle: async (page) => {
      // One more says whether there is another page.
      const query = { progress: 'true', limit: String(ON_A_PAGE + 1) };
      const { answer, isBegunAnew, isFurther } = await listFrom(
        page.api,
        '/b/bulk/v1/bulk/',
        query,
        { before: page.field('before') },
      );
      const all = answerBody(answer) as BulksAnswer;
      const shown = all.slice(0, ON_A_PAGE);
      const last = shown.at(-1);
      return {
        html: renderBulks({
          ...officeFrame(page, 'bulk'),
          isBegunAnew,
          rows: shown.map(bulkRowOf),
          ...(mayAdd(page) && { newUrl: `${BULK_PATH}/new` }),
          ...(all.length > ON_A_PAGE && last && { nextUrl: `${BULK_PATH}?before=${last.bulk_id}` }),
          ...(isFurther && { firstUrl: BULK_PATH }),
        }),
      };
    },
  }),
  // Before what would take these words for the id of a file.
  ...newBulkPages,
  ...bulkDownloads,
  ...bulkDetailPages,
];
