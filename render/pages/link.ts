/** The address when it is safe to follow, else nothing: merchants choose some of our links, and an
 *  address that runs as script must never become one. */
export function safeLink(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url, ANY_PAGE)) return undefined;
  return REFUSED.has(new URL(url, ANY_PAGE).protocol) ? undefined : url;
}

const ANY_PAGE = 'https://page.invalid/';
const REFUSED: ReadonlySet<string> = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
]);
