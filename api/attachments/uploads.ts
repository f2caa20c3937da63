import { randomBytes } from 'node:crypto';
import {
  ATTACHMENT_EXTENSIONS,
  attachmentExtension,
  attachmentPath,
  MAX_ATTACHMENT_NAME,
  shownName,
  storedNameOf,
  type Attachment,
} from '../../domain/attachment.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { fileKey, type FileKey } from '../../transports/file-key.ts';
import type { ApiDeps } from '../deps.ts';
import type { UploadedFile } from '../middleware/multipart.ts';
import { contentTypeOf, isTrue } from './content.ts';

/** What is wrong with a file, in one sentence; undefined when it may be kept. */
export async function uploadFault({ name, bytes }: UploadedFile): Promise<string | undefined> {
  const shown = shownName(name);
  const extension = attachmentExtension(shown);
  if (extension === undefined)
    return `The file must end in one of ${ATTACHMENT_EXTENSIONS.join(', ')}.`;
  if (shown.length > MAX_ATTACHMENT_NAME)
    return `Ensure the name of the file has no more than ${MAX_ATTACHMENT_NAME} characters.`;
  if (bytes.length === 0) return 'The file is empty.';
  return (await isTrue(extension, bytes))
    ? undefined
    : `What is in the file is no ${extension}${extension === 'txt' ? ' in UTF-8' : ''}.`;
}

/** Keeps a file that has no fault. The merchant may then name it in any request. */
export async function keepUpload(
  { files, store }: Pick<ApiDeps, 'files' | 'store'>,
  merchantId: MerchantId,
  { name: given, bytes }: UploadedFile,
): Promise<Attachment> {
  const name = shownName(given);
  const extension = attachmentExtension(name);
  if (extension === undefined) throw new TypeError('A file is kept only after it was checked.');
  const contentType = contentTypeOf(extension);
  for (;;) {
    const file = storedNameOf(name, extension, randomBytes(16));
    if (await files.create(keyOf(file), bytes, contentType)) {
      await store.attachments.insert({
        file,
        name,
        merchantId,
        contentType,
        size: bytes.length,
        createdAt: Date.now(),
      });
      return { file, name };
    }
  }
}

/** Where the bytes of a stored attachment lie. */
export function keyOf(file: string): FileKey {
  const key = fileKey(attachmentPath(file));
  if (key === undefined) throw new TypeError(`${file} is not the name of a stored file.`);
  return key;
}
