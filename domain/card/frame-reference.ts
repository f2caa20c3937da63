import { holdsCardNumber } from './number.ts';

/** What comes out of a network's frame for a card or its code: a word of the network's own, good once, and never a card number. */
export function isFrameReference(text: string): boolean {
  return /^[\w.~-]{1,200}$/.test(text) && !holdsCardNumber(text);
}
