import type { MerchantId, PgCode } from '../ids.ts';

/** The month until whose last day a card is good; `year` has four digits. */
export interface CardExpiry {
  readonly year: number;
  readonly month: number;
}

/**
 * A card as its network tells of it when it keeps one. The number never leaves the network
 * (contract/cards#no-card-data).
 */
export interface CardFacts {
  /** The network's handle for the card: at most 50 characters, which say nothing of its number. */
  readonly token: string;
  readonly lastFour: string;
  readonly expiry: CardExpiry;
  /** In capitals, such as VISA. */
  readonly brand?: string;
  readonly holder?: string;
}

/** How an account treats the cards that it keeps. */
export interface CardKeeping {
  /** Its holder has to type the security code again for each payment. */
  readonly cvvRequired: boolean;
  readonly autoDebit: boolean;
}

/**
 * A card that a customer let a merchant keep (contract/cards#card). It belongs to one customer and one gateway account.
 * Times are epoch milliseconds.
 */
export interface SavedCard extends CardFacts, CardKeeping {
  readonly merchantId: MerchantId;
  readonly customerId: string;
  readonly pgCode: PgCode;
  readonly gateway: string;
  readonly sandbox: boolean;
  /** The unfinished agreements that are charged to it. */
  readonly agreements: readonly string[];
  readonly createdAt: number;
  /** When the payment began by which its customer paid with it last, or saved it: a deletion since then stands. */
  readonly usedAt: number;
  readonly deletedAt?: number;
}

/** Whose cards are meant: no question about cards goes without the merchant. */
export type CardOwner = Pick<SavedCard, 'merchantId' | 'customerId' | 'sandbox'>;

/** Whose card, and which: a network that several accounts share may give it the same token at each. */
export type CardName = CardOwner & Pick<SavedCard, 'pgCode' | 'token'>;

/** All of a customer's cards of a token, or only those at accounts of these codes, as they were named. */
export type CardsOfToken = CardOwner &
  Pick<SavedCard, 'token'> & { readonly pgCodes?: readonly string[] };

/** A customer has paid with a card, by a payment that began then, in epoch milliseconds. */
export interface CardUse extends CardName {
  readonly at: number;
}

export type CardStatus = 'active' | 'locked' | 'deleted';

/** A card that an unfinished agreement needs is locked: it pays, and cannot be deleted (contract/cards#list). */
export function cardStatusOf({
  agreements,
  deletedAt,
}: Pick<SavedCard, 'agreements' | 'deletedAt'>): CardStatus {
  if (deletedAt !== undefined) return 'deleted';
  return agreements.length > 0 ? 'locked' : 'active';
}

/** The card with which the customer paid last; undefined where there is none (contract/cards#card). */
export function preferredOf(cards: readonly SavedCard[]): SavedCard | undefined {
  const known = cards.filter((card) => cardStatusOf(card) !== 'deleted');
  return known.toSorted((a, b) => b.usedAt - a.usedAt || newerFirst(a, b))[0];
}

/** All of a customer's cards that are not deleted: the preferred one first, then the newest. */
export function inOrder(cards: readonly SavedCard[]): readonly SavedCard[] {
  const preferred = preferredOf(cards);
  const others = cards.filter((card) => card !== preferred && cardStatusOf(card) !== 'deleted');
  return [...(preferred ? [preferred] : []), ...others.toSorted(newerFirst)];
}

/** The last four digits as people see them: `**** 1019`. */
export function maskedNumber({ lastFour }: Pick<CardFacts, 'lastFour'>): string {
  return `**** ${lastFour}`;
}

/** Of two cards of one instant always the same one comes first. */
function newerFirst(a: SavedCard, b: SavedCard): number {
  return b.createdAt - a.createdAt || (idOf(a) < idOf(b) ? -1 : 1);
}

function idOf({ token, pgCode }: SavedCard): string {
  return `${token} ${pgCode}`;
}

/** Who charges a saved card: its holder, or the merchant without them. */
export type ChargedBy = 'customer' | 'merchant';

/** The saved card of an attempt, as it was when the attempt began. */
export interface ChargedCard extends CardFacts, CardKeeping {
  readonly by: ChargedBy;
  readonly agreements: readonly string[];
  /** The agreement by which the merchant charges it. */
  readonly agreementUuid?: string;
  readonly untold?: true;
}
