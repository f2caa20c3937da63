import type { MerchantId } from './ids.ts';

/** Lists of the office of which people keep views. */
export const VIEW_PAGES = ['payments'] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

/** What a list of payments can show of each beside what it is called, which stands first in any. */
export const PAYMENT_COLUMNS = [
  'customer',
  'amount',
  'state',
  'method',
  'created',
  'paid',
  'refunded',
  'unit',
  'made_by',
  'alert',
] as const;
export type PaymentColumn = (typeof PAYMENT_COLUMNS)[number];

/** So many may a person keep; of what others share the newest so many are shown. */
export const MOST_VIEWS = 50;
export const MOST_SHARED_VIEWS = 100;

/** What a list is asked for, under a name: an address, which gives nobody a right (contract/search#saved-views). */
export interface SavedView {
  readonly merchantId: MerchantId;
  readonly id: string;
  /** Whose it is. */
  readonly userId: number;
  readonly username: string;
  readonly page: ViewPage;
  readonly name: string;
  /** The parameters of the list, as an address has them. */
  readonly query: string;
  /** What the list shows, in this order; left out: what it shows else. */
  readonly columns?: readonly PaymentColumn[];
  /** All who may see the list are offered it. */
  readonly isShared: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** What a list shows to a person where neither an address nor a view says so. */
export interface ListColumns {
  readonly merchantId: MerchantId;
  readonly userId: number;
  readonly page: ViewPage;
  readonly columns: readonly PaymentColumn[];
}
