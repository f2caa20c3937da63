import type { Context } from 'koa';
import { fileIn, type Attachment } from '../../domain/attachment.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf, fileOf } from '../middleware/body.ts';
import type { UploadedFile } from '../middleware/multipart.ts';
import { keepUpload, uploadFault } from './uploads.ts';

/** The file that a request wants for its transaction. */
export interface ChosenAttachment {
  readonly faults: FieldErrors;
  /** Keeps a file that came with the request; undefined when none is wanted. */
  readonly attachment: () => Promise<Attachment | undefined>;
}

/**
 * Reads the two ways to attach a file: `attachment`, a part of a multipart body, and `attachment_upload_url`, which names
 * an earlier upload of the same merchant (contract/transactions#attachments). One request may use one of them.
 */
export async function chosenAttachment(
  deps: Pick<ApiDeps, 'files' | 'store'>,
  ctx: Context,
  { merchantId, url }: { readonly merchantId: MerchantId; readonly url: string | undefined },
): Promise<ChosenAttachment> {
  const upload = fileOf(ctx, 'attachment');
  if (upload) {
    if (isGiven(bodyOf(ctx)['attachment_upload_url'])) return BOTH;
    const fault = await uploadFault(upload);
    if (fault !== undefined) return { faults: { attachment: [fault] }, attachment: nothing };
    return { faults: {}, attachment: () => keptOnce(deps, merchantId, upload) };
  }
  if (url === undefined) return { faults: {}, attachment: nothing };
  const file = fileIn(url);
  const stored = file !== undefined && (await deps.store.attachments.find(merchantId, file));
  if (!stored) return UNKNOWN;
  return { faults: {}, attachment: async () => ({ file: stored.file, name: stored.name }) };
}

const kept = new WeakMap<UploadedFile, Promise<Attachment>>();

/** An edit that has to be computed again finds its file kept already. */
function keptOnce(
  deps: Pick<ApiDeps, 'files' | 'store'>,
  merchantId: MerchantId,
  upload: UploadedFile,
): Promise<Attachment> {
  const known = kept.get(upload) ?? keepUpload(deps, merchantId, upload);
  kept.set(upload, known);
  return known;
}

const nothing = async () => undefined;

const ONE_WAY = 'Send a file or name an upload, not both.';
const BOTH: ChosenAttachment = {
  faults: { attachment: [ONE_WAY], attachment_upload_url: [ONE_WAY] },
  attachment: nothing,
};
const UNKNOWN: ChosenAttachment = {
  faults: {
    attachment_upload_url: ['There is no such upload; use the file_url of upload-attachment.'],
  },
  attachment: nothing,
};

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
