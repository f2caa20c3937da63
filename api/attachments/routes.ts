import Joi from 'joi';
import type { Context, Next } from 'koa';
import { ATTACHMENT_FOLDER, attachmentPath, isStoredName } from '../../domain/attachment.ts';
import { type FieldErrors, Refusal } from '../../domain/refusal.ts';
import type { ApiDeps } from '../deps.ts';
import { url } from '../schema-parts.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { openPage } from '../pages/open-page.ts';
import { ADD_PAYMENTS, route, SERVER, undescribedRoute, type RouteContext } from '../route.ts';
import { uploadAttachment, uploadBody } from './upload.ts';
import { keyOf } from './uploads.ts';
import { object } from '../infer.ts';

/** Merchants upload files, and whoever has the address of one downloads it (contract/transactions#attachments). */
export const attachmentRoutes = [
  route('attachments.upload', {
    method: 'POST',
    path: '/b/checkout/v1/upload-attachment',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    file: 'file',
    tag: 'Payments',
    summary: 'Upload a file',
    description:
      'With `session_id` or `order_no` the file goes to that payment in place of the one that it had, also after it was paid.',
    body: uploadBody,
    fields: {
      session_id: 'The payment that the file is for.',
      order_no: 'Its order number, in place of `session_id`; the newest payment of it is meant.',
      shortify_attachment_url: 'Gives `attachment_short_url`, when a payment is named.',
    },
    bodyAs: 'parts',
    plainFaults: true,
    idempotent: true,
    answers: {
      200: {
        description: 'It is kept.',
        shape: object({
          file_url: Joi.string()
            .pattern(/^payment_transactions\/attachments\/[\w-]+\.[a-z]+$/)
            .required(),
          original_filename: Joi.string().required(),
          attachment_short_url: url,
        }),
      },
    },
    around: () => [plainFaults],
    handle: (deps) => async (ctx) => {
      const { attachment, shortUrl } = await uploadAttachment(deps, ctx);
      return {
        file_url: attachmentPath(attachment.file),
        original_filename: attachment.name,
        ...(shortUrl !== undefined && { attachment_short_url: shortUrl }),
      };
    },
  }),
];

/** Whoever has the address of a file downloads it. */
export const downloadRoutes = [
  undescribedRoute('pages.attachment', {
    method: 'GET',
    path: `/media/${ATTACHMENT_FOLDER}/:file`,
    ...openPage,
    countedBy: ({ file = '' }) => (isStoredName(file) ? file : undefined),
    handle: (deps) => (ctx) => download(deps, ctx),
  }),
];

/** As a download and never as a page: nothing in a merchant's file may run in the name of our address. */
async function download({ store, files }: ApiDeps, ctx: RouteContext<'file'>): Promise<void> {
  const name = ctx.params.file;
  const attachment = isStoredName(name) && (await store.attachments.findForDownload(name));
  const file = attachment && (await files.open(keyOf(attachment.file)));
  if (!file) throw new Refusal('not_found', 'There is no such file.');
  ctx.set({
    'Content-Type': attachment.contentType,
    'Content-Length': String(file.size),
    'Content-Disposition': `attachment; filename*=UTF-8''${extendedValue(attachment.name)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  ctx.body = file.stream;
}

/** RFC 8187: what is no plain letter is percent-encoded. */
function extendedValue(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** This one resource has one sentence a field, not a list (contract/requests#errors). */
async function plainFaults(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    ctx.status = 400;
    ctx.body = sentences(error.fields);
  }
}

function sentences(fields: FieldErrors): Readonly<Record<string, string>> {
  const entries = Object.entries(fields).map(([key, faults]) => [
    key,
    Array.isArray(faults) ? faults.join(' ') : JSON.stringify(faults),
  ]);
  return Object.fromEntries(entries);
}
