import type { Attachment } from '../attachment.ts';
import type { ShortCode } from '../ids.ts';
import type { Transaction } from './transaction.ts';

export interface Attaching {
  readonly attachment: Attachment;
  /** The short link to the file, when the merchant wants one. */
  readonly attachmentCode?: ShortCode;
}

/**
 * The transaction with this file in place of the one that it had. A paid one may get another, too
 * (contract/transactions#attachments).
 */
export function attach(
  transaction: Transaction,
  { attachment, attachmentCode }: Attaching,
): Transaction {
  const handouts = {
    ...transaction.handouts,
    ...(attachmentCode !== undefined && { attachmentCode }),
  };
  return {
    ...transaction,
    attachment,
    ...(Object.keys(handouts).length > 0 && { handouts }),
  };
}
