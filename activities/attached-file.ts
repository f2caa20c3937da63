import { attachmentPath } from '../domain/attachment.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import type { Files } from '../transports/files.ts';
import type { MailFile } from '../transports/mail.ts';
import { keptFile } from './kept-file.ts';

export interface AttachmentStores {
  readonly attachments: Pick<Store['attachments'], 'find'>;
}

/**
 * The file that the merchant has added to a payment, which customers have in their mails
 * (contract/transactions#attachments); none where it is gone. It has 2.5 MB at most.
 */
export async function attachedFile(
  { attachments }: AttachmentStores,
  files: Pick<Files, 'open'>,
  { merchantId, attachment }: Pick<Transaction, 'merchantId' | 'attachment'>,
): Promise<{ readonly files: readonly MailFile[] }> {
  if (!attachment) return { files: [] };
  const { file, name } = attachment;
  const known = await attachments.find(merchantId, file);
  const found = known && (await keptFile(files, attachmentPath(file)));
  if (!known || !found) return { files: [] };
  return { files: [{ name, type: known.contentType, bytes: found.bytes }] };
}
