import type { MerchantId } from './ids.ts';

/** Lists of the office of which people keep views. */
export const VIEW_PAGES = ['payments'] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

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
  /** All who may see the list are offered it. */
  readonly isShared: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}
