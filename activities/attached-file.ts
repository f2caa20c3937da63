import { attachmentPath } from '../domain/attachment.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import { fileKey } from '../transports/file-key.ts';
import type { Files } from '../transports/files.ts';
import type { Enclosed } from './enclosures.ts';

export interface AttachmentStores {
  readonly attachments: Pick<Store['attachments'], 'find'>;
}

/**
 * The file that the merchant has added to a payment, which customers have in their mails (spec.txt, `attachment`); none where it
 * is gone. Late where it cannot be read now. It has 2.5 MB at most.
 */
export async function attachedFile(
  { attachments }: AttachmentStores,
  files: Pick<Files, 'open'>,
  { merchantId, attachment }: Pick<Transaction, 'merchantId' | 'attachment'>,
): Promise<Enclosed> {
  if (!attachment) return { files: [] };
  const { file, name } = attachment;
  const key = fileKey(attachmentPath(file));
  const known = await attachments.find(merchantId, file);
  if (!known || key === undefined) return { files: [] };
  try {
    const stored = await files.open(key);
    if (!stored) return { files: [] };
    return { files: [{ name, type: known.contentType, bytes: await whole(stored.stream) }] };
  } catch {
    return { late: 'the attachment cannot be read' };
  }
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
