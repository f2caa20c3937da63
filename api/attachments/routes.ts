import Router from '@koa/router';
import type { Context, Next } from 'koa';
import { attachmentPath, ATTACHMENT_FOLDER, isStoredName } from '../../domain/attachment.ts';
import { Refusal, type FieldErrors } from '../../domain/refusal.ts';
import { authorize } from '../access/authorize.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { pageErrors } from '../pages/message.ts';
import { upload } from './upload.ts';
import { keyOf } from './uploads.ts';

/** Merchants upload files, and whoever has the address of one downloads it (contract/api.md 1.10). */
export function attachmentRoutes(deps: ApiDeps): Router {
  const router = new Router();
  const admitUpload = authorize(deps, 'attachments.upload');
  router.post('/b/checkout/v1/upload-attachment', plainFaults(), admitUpload, async (ctx) => {
    const { attachment, shortUrl } = await upload(deps, ctx);
    ctx.body = {
      file_url: attachmentPath(attachment.file),
      original_filename: attachment.name,
      ...(shortUrl !== undefined && { attachment_short_url: shortUrl }),
    };
  });
  router.get(`/media/${ATTACHMENT_FOLDER}/:file`, pageErrors(deps), (ctx) => download(deps, ctx));
  return router;
}

/** As a download and never as a page: nothing in a merchant's file may run in the name of our address. */
async function download({ store, files }: ApiDeps, ctx: Context): Promise<void> {
  const name = String(ctx['params']['file']);
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

/** This one resource has one sentence a field, not a list (contract/api.md 0.4, E6). */
function plainFaults() {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      ctx.status = 400;
      ctx.body = sentences(error.fields);
    }
  };
}

function sentences(fields: FieldErrors): Readonly<Record<string, string>> {
  const entries = Object.entries(fields).map(([key, faults]) => [
    key,
    Array.isArray(faults) ? faults.join(' ') : JSON.stringify(faults),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}
