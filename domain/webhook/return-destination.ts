import { destination, merchantReturnUrl } from './verdict.ts';
import { isUnpaid } from '../transaction/states.ts';
import { attemptOf, type Transaction } from '../transaction/transaction.ts';
import type { ReferenceNumber } from '../ids.ts';
import { webUrl } from '../web-url.ts';
import { links } from '../links.ts';

/** Where a payer who comes back from a network goes; `wait` until the attempt and the merchant's answer are known. */
export type ReturnDestination =
  | { readonly to: 'merchant' | 'result'; readonly url: string }
  | { readonly to: 'wait' };

/** The rule for one attempt (contract/webhooks#where-the-payer-goes). */
export function returnDestinationOf(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  publicUrl: string,
): ReturnDestination {
  const attempt = attemptOf(transaction, referenceNumber);
  const { notice } = transaction;
  if (attempt?.state === 'pending' || notice?.status === 'pending') return { to: 'wait' };
  const result = { to: 'result', url: links(publicUrl).result(transaction.sessionId) } as const;
  // The merchant's answer counts for the attempt that it was about; an older one leads to our own page.
  if (!notice || notice.referenceNumber !== referenceNumber) return result;
  const { status } = notice;
  const chosen = destination({
    outcome: status === 'none' ? 'no_webhook' : status,
    redirectUrl: transaction.redirectUrl,
  });
  return chosen.to === 'merchant'
    ? { to: 'merchant', url: returnUrl(transaction, chosen.url, referenceNumber) }
    : result;
}

/** The link of the summary and message pages, once the transaction is over and if the merchant gave one. */
export function backToMerchant(transaction: Transaction): string | undefined {
  return isUnpaid(transaction.state) ? undefined : backToShop(transaction);
}

/**
 * The way to the shop, if the merchant gave one, for who has not paid, too. It decides nothing: the payment can be paid as
 * before (contract/checkout#leaving-without-paying).
 */
export function backToShop(transaction: Transaction): string | undefined {
  const { attempts, redirectUrl } = transaction;
  if (redirectUrl === undefined || !webUrl(redirectUrl)) return undefined;
  return returnUrl(transaction, redirectUrl, attempts.at(-1)?.referenceNumber);
}

function returnUrl(
  { orderNo, sessionId, extra, legacy }: Transaction,
  url: string,
  referenceNumber: ReferenceNumber | undefined,
): string {
  // Shops of the old endpoints get back what they gave and were told, and no more than that (contract/old-endpoints#way-back).
  return merchantReturnUrl(
    url,
    legacy
      ? { orderNo, referenceNumber: legacy.referenceNumber, extra }
      : { orderNo, referenceNumber, sessionId },
  );
}
