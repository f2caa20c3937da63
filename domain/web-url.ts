/**
 * The address of a web page, as browsers and programs read it (WHATWG URL); undefined for a text that they cannot read,
 * however right its characters are: a port beyond 65535, an encoded NUL in the host, an IPv4 address of five numbers.
 */
export function webUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}
