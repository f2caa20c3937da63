/** Without what turns the direction of a line or cannot be seen: it could make one text look like another. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');
}
