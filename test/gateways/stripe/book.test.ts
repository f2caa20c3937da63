import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { BookLine } from '../../../gateways/gateway.ts';
import { stripe } from '../../../gateways/stripe/index.ts';
import { kwd } from '../../support/builders.ts';
import { isFault, operationOn, stripeSide } from './support.ts';

const { book: bookOf, operate } = stripe;
assert.ok(bookOf && operate);
const HOUR_MS = 60 * 60_000;

const linesOf = (lines: readonly BookLine[], reference: string) =>
  lines.filter((line) => 'kind' in line && line.paymentReference === reference);

describe('the book of Stripe', () => {
  const { book, right, paid, readOf } = stripeSide();

  async function read(
    span = { from: Date.now() - HOUR_MS, until: Date.now() + HOUR_MS },
    { url } = right(),
  ) {
    const lines: BookLine[] = [];
    for await (const page of bookOf?.({ ...right(), url }, span) ?? []) lines.push(...page);
    return lines;
  }

  it('has what was captured and given back, by our names and in the money that payers see', async () => {
    const bought = await paid();
    const held = await paid({ kind: 'authorize' });
    const capture = { ...operationOn(held, 'capture'), amount: kwd('2.500') };
    const refund = { ...operationOn(bought, 'refund'), amount: kwd('1.250') };
    await operate(right(), capture);
    await operate(right(), refund);
    book.refund({ payment_intent: bought.intent['id'], amount: 1000 });
    const lines = await read();
    const shown = (reference: string) =>
      linesOf(lines, reference).map((line) => {
        assert.ok('kind' in line);
        const { kind, gatewayPayment, operationReference, amount } = line;
        return [kind, gatewayPayment, operationReference, amount];
      });
    const payment = bought.intent['id'];
    assert.deepEqual(
      new Set(shown(bought.request.referenceNumber)),
      new Set([
        ['capture', payment, undefined, bought.request.total],
        ['refund', payment, refund.referenceNumber, kwd('1.250')],
        ['refund', payment, undefined, kwd('1.000')],
      ]),
    );
    assert.deepEqual(shown(held.request.referenceNumber), [
      ['capture', held.intent['id'], capture.referenceNumber, kwd('2.500')],
    ]);
  });

  it('has what somebody captured in the dashboard by the name by which the webhook tells of it', async () => {
    const { intent, request } = await paid({ kind: 'authorize' });
    const told = await readOf('charge.captured', () => book.capture(intent['id'], {}));
    assert.ok(told.step === 'operation');
    assert.deepEqual(
      linesOf(await read(), request.referenceNumber).map(
        (line) => 'kind' in line && [line.operationReference, line.gatewayReference],
      ),
      [[undefined, told.report.gatewayReference]],
    );
  });

  it('is read page by page, and of its span only', async () => {
    const references: string[] = [];
    for (let nth = 0; nth < 101; nth += 1) references.push((await paid()).request.referenceNumber);
    const lines = await read();
    for (const reference of references) assert.equal(linesOf(lines, reference).length, 1);
    assert.deepEqual(await read({ from: 0, until: Date.now() - HOUR_MS }), []);
  });

  it('has disputes aside, with their payment', async () => {
    const { intent, request } = await paid();
    book.dispute(intent['id']);
    const lines = await read();
    const aside = lines.flatMap((line) => ('aside' in line ? line.aside : []));
    assert.ok(
      aside.some((text) => text.includes(`dispute of ${request.referenceNumber}`)),
      String(aside),
    );
  });

  describe('beside what is not ours', () => {
    const at = { created: 1_790_000_000, currency: 'kwd' };
    const ours = {
      id: 'pi_1',
      object: 'payment_intent',
      metadata: { reference: 'demoLINE2222' },
    };
    const refund = {
      ...at,
      id: 'txn_1',
      amount: -1250,
      reporting_category: 'refund',
      source: { id: 're_1', amount: 1250, currency: 'kwd', metadata: {}, payment_intent: ours },
    };
    const foreign = [
      ['payout_reversal', { id: 'po_1', object: 'payout', amount: -5000, currency: 'kwd' }],
      ['tax', { id: 'taxds_1', object: 'tax_deducted_at_source', period_start: 1 }],
      ['transfer', { id: 'tr_1', object: 'transfer', amount: null, currency: null }],
    ] as const;
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data: lines, has_more: false }));
    });
    let lines: readonly object[] = [];
    let url = '';
    before(async () => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      assert.ok(address && typeof address === 'object');
      url = `http://127.0.0.1:${address.port}`;
    });
    after(() => {
      server.close();
      server.closeAllConnections();
    });

    it('has what is, whatever the others look like', async () => {
      lines = foreign.map(([reporting_category, source], nth) => ({
        ...at,
        id: `txn_f${nth}`,
        amount: 5000,
        reporting_category,
        source,
      }));
      lines = [...lines, refund];
      assert.deepEqual(
        (await read(undefined, { url })).map((line) => 'kind' in line && [line.kind, line.amount]),
        [['refund', kwd('1.250')]],
      );
    });

    for (const [what, change] of [
      ['has no amount', { amount: undefined }],
      ['has no currency', { currency: undefined }],
      ['is less than nothing', { amount: -1250 }],
    ] as const)
      it(`is a fault where a refund of ours ${what}`, async () => {
        lines = [{ ...refund, source: { ...refund.source, ...change } }];
        await assert.rejects(read(undefined, { url }), isFault('unknown'));
      });
  });

  it('that cannot be read is a fault', async () => {
    const wrong = { ...right(), secret_key: 'sk_test_wrong' };
    const asked = bookOf(wrong, { from: 0, until: 1 });
    await assert.rejects(async () => {
      for await (const _page of asked) assert.fail();
    }, isFault('refused'));
  });
});
