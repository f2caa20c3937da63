import type { JSX } from 'preact';
import { render } from 'preact-render-to-string';
import { containedHtml } from './isolates.ts';

/** A page or a mail as HTML. No text of others in it turns what is around it. */
export function htmlDocument(html: JSX.Element): string {
  return `<!doctype html>\n${containedHtml(render(html))}\n`;
}
