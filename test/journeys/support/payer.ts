import assert from 'node:assert/strict';
import type { RunInfo } from '../../../dev/run-file.ts';
import { EXPIRY } from '../../../drills/networks/card-expiry.ts';
import { assertDocumented } from '../../support/documented.ts';
import type { MarkedCard } from './marked-cards.ts';

const TRANSACTIONS = '/b/checkout/v1/pymt-txn/';
const CHALLENGE_CODE = '123456';

/** Creates a transaction as the merchant does; what is given is added to the most ordinary sale. */
export async function createByMerchant(
  run: RunInfo,
  given: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const url = new URL(TRANSACTIONS, run.api);
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Api-Key ${run.keys.private}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      type: 'e_commerce',
      amount: '12.340',
      currency_code: 'KWD',
      pg_codes: ['sandbox'],
      ...given,
    }),
  });
  assertDocumented({ method: 'POST', url, response, text: await response.clone().text() });
  return response;
}

/** The session id of a transaction that was created. */
export async function sessionIn(created: Response): Promise<string> {
  assert.equal(created.status, 201, 'the transaction was not created');
  const { session_id } = (await created.json()) as { readonly session_id: string };
  return session_id;
}

/** Presses Pay on our page; whatever else the form holds goes with it. No redirect is followed. */
export function pressPay(
  { api }: RunInfo,
  session: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${api}/checkout/${session}/pay/`, {
    method: 'POST',
    body: new URLSearchParams({ pg_code: 'sandbox', ...more }),
    redirect: 'manual',
  });
}

/** Types a card on the network's page, and the code when one is asked for, and waits until the merchant was told. */
export async function payAt(page: string, { number, cvv }: MarkedCard): Promise<void> {
  const spaced = number.replace(/.{4}(?=.)/g, '$& ');
  let next = await post(page, { name: 'Sara Al-Ali', number: spaced, expiry: EXPIRY, cvv });
  if (new URL(next).pathname.endsWith('/challenge'))
    next = await post(next, { code: CHALLENGE_CODE });
  assert.match(next, /\/b\/gw\/return\//, `the payer was sent to ${next}`);
  // Each answer that leads nowhere yet is the waiting page; the browser would come again by itself.
  for (let looks = 0; looks < 10; looks += 1) {
    const back = await fetch(next, { redirect: 'manual' });
    if (back.status === 303 || back.status === 302) return;
  }
  assert.fail('The merchant was not told within ten visits of the return page.');
}

async function post(url: string, form: Readonly<Record<string, string>>): Promise<string> {
  const body = new URLSearchParams(form);
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const location = answer.headers.get('Location');
  assert.ok(location, `${url} answered ${answer.status} and led nowhere`);
  return new URL(location, url).href;
}
