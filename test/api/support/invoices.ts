import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { System } from '../../support/system.ts';
import { merchantAt, textIn, until, type Json } from '../../support/http.ts';
import { sessionIdOf } from './records.ts';

export const INVOICES = '/b/invoice/v1/invoice/';

/** What a merchant must send and nothing else; its number is new each time. */
export function aBillBody(more: Json = {}): Json {
  return {
    type: 'payment_request',
    currency_code: 'KWD',
    pg_codes: ['sandbox'],
    invoice_number: `INV-${randomUUID()}`,
    due_date: '2099-12-31',
    invoice_items: [aRow()],
    ...more,
  };
}

/** The item of the contract's first vector, which comes to 5.815. */
export function aRow(more: Json = {}): Json {
  return { sku: 'SKU-1', description: 'Saffron', quantity: '1.111', unit_price: '5.234', ...more };
}

/** A merchant's program that bills. */
export function billerAt({ run }: System) {
  const merchant = merchantAt(run.api, run.keys.private);
  return {
    merchant,
    bill: (body: unknown) => merchant.call('POST', INVOICES, body),
    read: (id: string) => merchant.call('GET', `${INVOICES}${id}/`),
    /** Creates an invoice that must succeed, and gives the answer. */
    billed: async (more: Json = {}): Promise<Json> => {
      const answer = await merchant.call('POST', INVOICES, aBillBody(more));
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    },
  };
}

export type Biller = ReturnType<typeof billerAt>;

/** Waits for a status of the invoice, as the merchant reads it. */
export function untilStatus(
  biller: Biller,
  id: string,
  status: Invoice['status'],
  withinMs?: number,
) {
  const look = async () => {
    const { body } = await biller.read(id);
    return textIn(body, 'status') === status && body;
  };
  return until(`the invoice is ${status}`, look, withinMs);
}

/** What the database holds of an invoice; undefined when it holds nothing. */
export function invoiceOf({ store }: System, id: string): Promise<Invoice | undefined> {
  return store.invoices.findForPayer(sessionIdOf(id));
}
