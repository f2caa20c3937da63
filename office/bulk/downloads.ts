import { answerBody } from '../answers.ts';
import { officePage, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { BULK_PATH } from './facts.ts';

/** Files that a browser keeps: they come from the API, as this person (contract/office#bulk-requests). */
export const bulkDownloads = [
  officePage('office.bulk-template', {
    path: `${BULK_PATH}/template`,
    permissions: ['payment_request.view'],
    handle: (page) => {
      const { lang: _lang, ...asked } = page.asked;
      return download(page, `/b/bulk/v1/bulk/template/?${new URLSearchParams(asked)}`);
    },
  }),
  officePage('office.bulk-result', {
    path: `${BULK_PATH}/:bulk_id/result`,
    permissions: ['payment_request.view'],
    handle: (page) => download(page, `${apiPathOf(page)}result/`),
  }),
  officePage('office.bulk-errors', {
    path: `${BULK_PATH}/:bulk_id/errors`,
    permissions: ['payment_request.view'],
    handle: (page) => download(page, `${apiPathOf(page)}errors/`),
  }),
];

/** Where the API has the file that the address names. */
export function apiPathOf({ params }: Pick<OfficeRequest, 'params'>): string {
  return `/b/bulk/v1/bulk/${encodeURIComponent(params['bulk_id'] ?? '')}/`;
}

async function download({ api }: OfficeRequest, path: string): Promise<OfficeAnswer> {
  const file = await api.download(path);
  if ('stream' in file) return { download: file };
  answerBody(file);
  throw new Error(`The API has answered ${path} with ${file.status} and no file.`);
}
