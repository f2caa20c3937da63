/**
 * A text with at most so many characters, as JavaScript counts them: one that counts as two is left out where only its first half
 * would fit, for half a character is none, and UTF-8 has no place for it.
 */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
