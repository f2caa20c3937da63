import { randomBytes } from 'node:crypto';
import { mintShortCode, type ShortCode } from '../../domain/ids.ts';
import { shortLinkEnd } from '../../domain/short-link.ts';
import type { Handouts, TransactionRef } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';

/** What a request may ask for. */
export interface HandoutFlags {
  readonly generate_qr_code?: boolean;
  readonly shortify_checkout_url?: boolean;
  readonly shortify_attachment_url?: boolean;
}

type Linked = TransactionRef & { readonly expiresAt: number };

/** The handouts that the flags ask for; undefined when they ask for none. Short links are made, or live longer. */
export async function handoutsFor(
  deps: Pick<ApiDeps, 'store'>,
  transaction: Linked,
  flags: HandoutFlags,
): Promise<Handouts | undefined> {
  const handouts: Handouts = {
    ...(flags.generate_qr_code === true && { qrCode: true }),
    ...(flags.shortify_checkout_url === true && {
      checkoutCode: await shortLink(deps, transaction, 'checkout'),
    }),
    ...(flags.shortify_attachment_url === true && {
      attachmentCode: await shortLink(deps, transaction, 'attachment'),
    }),
  };
  return Object.keys(handouts).length > 0 ? handouts : undefined;
}

const mint = () => mintShortCode(randomBytes(8));

/** The code of the short link to the checkout page or to the file of a transaction. */
export function shortLink(
  { store }: Pick<ApiDeps, 'store'>,
  { merchantId, sessionId, expiresAt: overAt }: Linked,
  kind: 'checkout' | 'attachment',
): Promise<ShortCode> {
  const expiresAt = shortLinkEnd(overAt, Date.now());
  return store.shortLinks.ensure({ merchantId, sessionId, kind, expiresAt }, mint);
}
