import type { ServerResponse } from 'node:http';
import { partOf, textOf } from './json.ts';
import type { AdyenSide, CardRefusal } from './network.ts';

const REFUSED: CardRefusal = { code: '2', reason: 'Refused' };

/** The payer's page: what is to be paid, and two buttons. After a refusal it can be paid with another card. */
export async function adyenPage(
  network: AdyenSide,
  { pathname, method, body }: { pathname: string; method: string | undefined; body: string },
  response: ServerResponse,
): Promise<void> {
  const [, id = ''] = /^\/pay\/(\w+)$/.exec(pathname) ?? [];
  const page = network.page(id);
  if (!page) return html(response, 404, '<h1>There is no such page.</h1>');
  if (page.status !== 'active') return html(response, 200, `<h1>This page is ${page.status}.</h1>`);
  const { value, currency } = partOf(page.request, 'amount');
  const form = `<form method="post"><button name="card" value="good">Pay</button> <button name="card" value="bad">Decline</button></form>`;
  if (method !== 'POST')
    return html(response, 200, `<h1>${String(currency)} ${String(value)}</h1>${form}`);
  const isRefused = new URLSearchParams(body).get('card') === 'bad';
  const back = await network.leave(page, isRefused ? REFUSED : undefined);
  if (page.way !== 'link') {
    response.writeHead(303, { location: back }).end();
    return undefined;
  }
  if (isRefused) return html(response, 200, `<p role="alert">Refused.</p>${form}`);
  const address = textOf(page.request, 'returnUrl').replaceAll('&', '&amp;').replaceAll('"', '');
  return html(response, 200, `<h1>Paid</h1><a href="${address}">Continue</a>`);
}

function html(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><title>Adyen stand-in</title>${content}</html>`);
}
