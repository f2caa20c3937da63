import assert from 'node:assert/strict';
import type { Client } from '@temporalio/client';
import type { RunInfo } from '../dev/run-file.ts';

/** Something to measure: `prepare` is not timed, `work` is. */
export interface Subject {
  readonly name: string;
  readonly prepare: () => Promise<string>;
  readonly work: (prepared: string) => Promise<void>;
}

/** The bare workflow, creating, pressing Pay, and the whole way from the card to the told merchant. */
export function subjects(run: RunInfo, client: Client, taskQueue: string): readonly Subject[] {
  const created = async () => (await create(run)).session_id;
  let count = 0;
  return [
    {
      name: 'bare workflow, 2 activities',
      prepare: async () => `bare/${process.pid}/${(count += 1)}`,
      work: async (workflowId) => {
        await client.workflow.execute('bare', { workflowId, taskQueue });
      },
    },
    {
      name: 'create (POST, 201)',
      prepare: async () => '',
      work: async () => {
        await create(run);
      },
    },
    {
      name: 'pay (press Pay, gateway page opened)',
      prepare: created,
      work: async (session) => {
        await pressPay(run, session);
      },
    },
    {
      name: 'settle (card typed, paid, merchant told)',
      prepare: async () => pressPay(run, await created()),
      work: (page) => settle(run, page),
    },
  ];
}

async function create({ api, demo, keys }: RunInfo): Promise<{ readonly session_id: string }> {
  const response = await fetch(`${api}/b/checkout/v1/pymt-txn/`, {
    method: 'POST',
    headers: { Authorization: `Api-Key ${keys.private}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      type: 'e_commerce',
      amount: '12.340',
      currency_code: 'KWD',
      pg_codes: ['sandbox'],
      order_no: 'BENCH-1',
      webhook_url: `${demo}/webhooks`,
    }),
  });
  assert.equal(response.status, 201);
  return (await response.json()) as { session_id: string };
}

async function pressPay({ api }: RunInfo, session: string): Promise<string> {
  const response = await fetch(`${api}/checkout/${session}/pay/`, {
    method: 'POST',
    body: new URLSearchParams({ pg_code: 'sandbox' }),
    redirect: 'manual',
  });
  assert.equal(response.status, 303, await response.text());
  const page = response.headers.get('Location');
  assert.ok(page?.includes('/pay/pay_'), `the payer was sent to ${page}`);
  return `${session} ${page}`;
}

/** The network takes the card and calls back; the payer's return page knows when the merchant has answered. */
async function settle(run: RunInfo, prepared: string): Promise<void> {
  const [session = '', page = ''] = prepared.split(' ');
  const payment = page.slice(page.lastIndexOf('/') + 1);
  const paid = await fetch(`${run.simulator}/control/payments/${payment}/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ card_number: '4242424242424242' }),
  });
  const { merchant_reference: reference } = (await paid.json()) as { merchant_reference: string };
  // Each answer that is not yet the way on is the waiting page; the browser would come again by itself.
  for (let looks = 0; looks < 10; looks += 1) {
    const back = await fetch(`${run.api}/b/gw/return/${reference}/`, { redirect: 'manual' });
    if (back.headers.get('Location')?.includes(session)) return;
  }
  assert.fail('The merchant was not told within ten visits of the return page.');
}
