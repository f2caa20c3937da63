import { webUrl } from '../../domain/web-url.ts';

/** For joi: throws for an address that nobody can go to. */
export function readableUrl(text: string): string {
  if (!webUrl(text)) throw new TypeError('it is no address of the web');
  return text;
}
