import assert from 'node:assert/strict';
import type { SessionId } from '../../domain/ids.ts';
import {
  anInvoice,
  aTransaction,
  CREATED_AT,
  aMerchantId,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';

describe('the store of invoices', () => {
  const database = useDatabase();
  let count = 0;

  /** An invoice and its transaction, of a session and a number that nobody else has. */
  function issued(given: Partial<Parameters<typeof anInvoice>[0]> = {}) {
    count += 1;
    const sessionId = sessionOf(count.toString(16));
    const { number = `INV-${count}`, ...rest } = given;
    const invoice = anInvoice({ sessionId, number, invoiceId: count, ...rest });
    const { merchantId } = invoice;
    return {
      invoice,
      transaction: aTransaction({ sessionId, merchantId, invoiceNumber: number }),
    };
  }

  it('gives back what it was given, all of it', async () => {
    const { invoices, transactions } = database().store;
    const whole = issued({
      companyName: 'Pearl Trading',
      discountPercentage: '12.5',
      taxRate: '5',
      shippingExclTax: anInvoice().subtotal,
      shippingMethod: 'Courier',
      shippingTaxRate: '5',
    });
    assert.equal(await invoices.insert(whole), whole);
    const { invoice, transaction } = whole;
    assert.deepEqual(await invoices.find(invoice), invoice);
    assert.deepEqual(await invoices.findForPayer(invoice.sessionId), invoice);
    assert.deepEqual(await transactions.find(transaction), transaction);
    const head = await invoices.head(invoice);
    assert.equal(head?.dueAt, invoice.dueAt);
    assert.ok(head && !('items' in head));
  });

  it('writes both documents or none', async () => {
    const { invoices, transactions } = database().store;
    const first = issued();
    await invoices.insert(first);
    const second = issued({ number: first.invoice.number });
    assert.equal(await invoices.insert(second), undefined);
    assert.equal(await invoices.find(second.invoice), undefined);
    assert.equal(await transactions.find(second.transaction), undefined);
  });

  it('leaves no invoice behind when the transaction cannot be written', async () => {
    const { invoices, transactions } = database().store;
    const { invoice, transaction } = issued();
    await transactions.insert(transaction);
    assert.equal(await invoices.insert({ invoice, transaction }), undefined);
    assert.equal(await invoices.find(invoice), undefined);
  });

  it('gives the number to one of many at the same time', async () => {
    const { invoices } = database().store;
    const number = `RACE-${count}`;
    const all = Array.from({ length: 20 }, () => issued({ number }));
    const kept = await Promise.all(all.map((one) => invoices.insert(one)));
    assert.equal(kept.filter((one) => one !== undefined).length, 1);
  });

  it('gives the same number to two merchants', async () => {
    const { invoices } = database().store;
    const one = issued();
    const other = issued({ number: one.invoice.number, merchantId: aMerchantId('other-shop') });
    assert.equal(await invoices.insert(one), one);
    assert.equal(await invoices.insert(other), other);
    assert.equal(
      await invoices.find({ ...one.invoice, merchantId: aMerchantId('other-shop') }),
      undefined,
    );
  });

  it('gives a repeated request what the first one has written', async () => {
    const { invoices } = database().store;
    const first = issued();
    await invoices.insert(first);
    const again = { ...first, invoice: { ...first.invoice, invoiceId: 9999 } };
    assert.deepEqual(await invoices.insert(again), first);
  });

  it('changes a status only from the one that was seen', async () => {
    const { invoices } = database().store;
    const { invoice, transaction } = issued();
    await invoices.insert({ invoice, transaction });
    await invoices.setStatus(invoice, { from: 'overdue', to: 'paid' });
    assert.equal((await invoices.find(invoice))?.status, 'sent');
    await invoices.setStatus(invoice, { from: 'sent', to: 'overdue' });
    assert.equal((await invoices.find(invoice))?.status, 'overdue');
  });

  it('finds what was sent in a span, oldest first, and nothing that is settled', async () => {
    const { invoices } = database().store;
    const at = CREATED_AT + 1_000_000;
    const [second, first, paid, late] = [
      issued({ createdAt: at + 2 }),
      issued({ createdAt: at + 1 }),
      issued({ createdAt: at + 1, status: 'paid' }),
      issued({ createdAt: at + 3 }),
    ];
    for (const one of [second, first, paid, late]) await invoices.insert(one);
    const found = await invoices.sentBetween(at, at + 2);
    assert.deepEqual(
      found.map(({ sessionId }) => sessionId),
      [first.invoice.sessionId, second.invoice.sessionId],
    );
  });

  describe('what is sent and due', () => {
    it('comes in the order in which it was due, page by page, and not what is settled, overdue or due later', async () => {
      const { invoices } = database().store;
      const due = [3, 1, 2, 2, 2].map((dueAt) => issued({ dueAt }));
      const others = [
        issued({ dueAt: 4 }),
        issued({ dueAt: 1, status: 'paid' }),
        issued({ dueAt: 1, status: 'overdue' }),
      ];
      for (const one of [...due, ...others]) await invoices.insert(one);
      const seen: { readonly dueAt: number; readonly sessionId: SessionId }[] = [];
      for (;;) {
        const last = seen.at(-1);
        const after = last && { at: last.dueAt, id: last.sessionId };
        const page = await invoices.sentAndDue({ until: 3, after, limit: 2 });
        seen.push(...page);
        if (page.length < 2) break;
      }
      const inTurn = due
        .map(({ invoice }) => invoice)
        .toSorted(
          (one, other) => one.dueAt - other.dueAt || (one.sessionId < other.sessionId ? -1 : 1),
        );
      assert.deepEqual(
        seen.map(({ sessionId }) => sessionId),
        inTurn.map(({ sessionId }) => sessionId),
      );
    });
  });
});

describe('the store of counters', () => {
  const database = useDatabase();

  it('gives numbers in a row, each once, also to many at the same time', async () => {
    const { counters } = database().store;
    assert.equal(await counters.take(SHOP, 'things', 1), 1);
    assert.equal(await counters.take(SHOP, 'things', 5), 2);
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => counters.take(SHOP, 'things', 2)),
    );
    assert.deepEqual(
      taken.toSorted((a, b) => a - b),
      Array.from({ length: 20 }, (_taken, index) => 7 + 2 * index),
    );
  });

  it('counts each merchant and each name by itself, from one', async () => {
    const { counters } = database().store;
    const others = [
      counters.take(aMerchantId('other-shop'), 'things', 1),
      counters.take(SHOP, 'other-things', 1),
    ];
    assert.deepEqual(await Promise.all(others), [1, 1]);
  });
});
