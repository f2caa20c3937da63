import { stylesheet } from '../../../render/pages/stylesheet.ts';

/** One of each layout; the others differ in words. */
export const LAYOUTS =
  /^(?:checkout.*|delivery (?:in Kuwait )?with faults|invoice, overdue|cancel question|card removal|waiting|summary, (?:paid|pending .*)|message, error|redirecting)$/;

export const TWICE = '200%';

/** A page as it looks without a server, with all that can be opened open; and with text of the size that somebody has set: every length goes with it. */
export function stillPage(html: string, textSize = '100%', styles = stylesheet): string {
  const style = `<style>${styles}</style><style>html { font-size: ${textSize}; }</style>`;
  return html
    .replace(/<link rel="stylesheet"[^>]*>/u, style)
    .replace(/<meta http-equiv="refresh"[^>]*>/u, '')
    .replaceAll(/src="[^"]*"/gu, 'src="data:,"')
    .replaceAll('<details', '<details open');
}
