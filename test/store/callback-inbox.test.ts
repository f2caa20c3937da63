import assert from 'node:assert/strict';
import type { Cursor } from '../../store/cursors.ts';
import type { AttemptEntry, InboxEntry } from '../../store/callback-inbox.ts';
import {
  anAttempt,
  aReport,
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
  aMerchantId,
  referenceOf,
  SHOP,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';

const referenceNumber = referenceOf('demoINBOX222');

describe('the inbox of callbacks', () => {
  const database = useDatabase();
  const inbox = () => database().store.inbox;

  it('keeps a callback that no workflow has heard yet', async () => {
    const entry = anEntry('evt-1');
    assert.deepEqual(await inbox().receive(entry), { ...entry, signaled: false });
    const heard = await inbox().unheard(CREATED_AT - 1, CREATED_AT);
    assert.deepEqual(
      heard.filter(({ gatewayEventId }) => gatewayEventId === 'evt-1'),
      [{ ...entry, signaled: false }],
    );
  });

  it('finds all that the gateway of an account has said of one operation, in its order', async () => {
    const word = { kind: 'refund', paymentReference: referenceNumber, amount: kwd('1') } as const;
    const said = (event: string, result: 'queued' | 'declined', more: Partial<InboxEntry> = {}) => {
      const { report: _report, ...entry } = anEntry(event);
      const operation = { ...word, gatewayReference: 'op_1', result };
      return inbox().receive({ ...entry, operation, ...more } as Parameters<
        ReturnType<typeof inbox>['receive']
      >[0]);
    };
    await said('evt-op-2', 'queued', { receivedAt: CREATED_AT + 70_002 });
    await said('evt-op-1', 'declined', { receivedAt: CREATED_AT + 70_001 });
    await said('evt-op-3', 'queued', { pgCode: codeOf('another') });
    const there = { ...word, gatewayReference: 'op_1', result: 'queued' } as const;
    const account = { merchantId: SHOP, pgCode: CARD };
    const found = await inbox().wordsOn(account, there);
    assert.deepEqual(
      found.map(({ result }) => result),
      ['declined', 'queued'],
    );
    assert.deepEqual(await inbox().wordsOn(account, { ...there, gatewayReference: 'op_2' }), []);
  });

  it('has words on operations that no payment has heard, page by page, also once it is found', async () => {
    const at = CREATED_AT + 90_000;
    const { report: _report, referenceNumber: _none, ...entry } = anEntry('evt-there-1');
    const operation = {
      kind: 'refund',
      result: 'done',
      amount: kwd('1'),
      gatewayReference: 're_there',
      gatewayPayment: 'pi_there',
    } as const;
    for (const nth of [1, 2, 3])
      await inbox().receive({
        ...entry,
        gatewayEventId: `evt-there-${nth}`,
        operation,
        receivedAt: at + (nth > 1 ? 1 : 0),
      });
    const next = async (after?: Cursor, limit = 2) => {
      const page = await inbox().unheardOperations(at - 1, { until: at + 1, after, limit });
      return page.map(({ gatewayEventId }) => gatewayEventId);
    };
    assert.deepEqual(await next(), ['evt-there-1', 'evt-there-2']);
    assert.deepEqual(await next({ at: at + 1, id: 'evt-there-2' }), ['evt-there-3']);
    assert.deepEqual(await inbox().unheardOperations(at, { until: at, limit: 2 }), []);
    await inbox().place({ ...entry, gatewayEventId: 'evt-there-2' }, referenceNumber);
    assert.deepEqual(await next(), ['evt-there-1', 'evt-there-2']);
    await inbox().markSignaled({ ...entry, gatewayEventId: 'evt-there-1' });
    assert.deepEqual(await next(), ['evt-there-2', 'evt-there-3']);
    const report = { ...operation, paymentReference: referenceNumber };
    const account = { merchantId: SHOP, pgCode: CARD };
    assert.deepEqual(await inbox().wordsOn(account, report), [report]);
  });

  it('notes that a person was called for a state of a dispute, whichever word of it comes next', async () => {
    const { report: _report, ...entry } = anEntry('evt-dispute-1');
    const word = {
      disputeId: 'du_unplaced',
      state: 'open',
      amount: kwd('1'),
      saidAt: CREATED_AT,
      movements: [],
    } as const;
    await inbox().receive({ ...entry, dispute: word });
    assert.equal(await inbox().isUnplaced(SHOP, word), false);
    const notes = await Promise.all([1, 2].map(() => inbox().noteUnplaced(SHOP, word)));
    assert.equal(notes.filter((isFirst) => isFirst).length, 1, 'One of two at once is the first.');
    await inbox().receive({ ...entry, gatewayEventId: 'evt-dispute-2', dispute: word });
    assert.equal(await inbox().noteUnplaced(SHOP, word), false);
    assert.deepEqual(
      await Promise.all([
        inbox().isUnplaced(SHOP, word),
        inbox().isUnplaced(SHOP, { ...word, state: 'lost' }),
        inbox().isUnplaced(SHOP, { ...word, disputeId: 'du_other' }),
        inbox().isUnplaced(aMerchantId('other-shop'), word),
      ]),
      [true, false, false, false],
    );
  });

  it('notes once that a person was called for one that could not be heard', async () => {
    const entry = anEntry('evt-unheard-1');
    await inbox().receive(entry);
    assert.deepEqual(
      [await inbox().noteGivenUp(entry), await inbox().noteGivenUp(entry)],
      [true, false],
    );
  });

  it('says of attempts what kind of word came and when, and nothing that the gateway sent', async () => {
    const about = referenceOf('demoBRIEF222');
    const { report, ...entry } = { ...anEntry('evt-brief-1'), referenceNumber: about };
    await inbox().receive({ ...entry, report: { ...report, gatewayResponse: { raw: 'secret' } } });
    await inbox().receive({
      ...entry,
      gatewayEventId: 'evt-brief-2',
      operation: {
        kind: 'refund',
        paymentReference: about,
        gatewayReference: 'op_1',
        amount: kwd('1'),
        result: 'queued',
      },
    });
    await inbox().receive({
      ...entry,
      gatewayEventId: 'evt-brief-3',
      dispute: {
        disputeId: 'dp_1',
        paymentReference: about,
        state: 'open',
        amount: kwd('1'),
        saidAt: CREATED_AT,
        movements: [],
      },
    });
    const found = await inbox().ofAttempts(SHOP, [about]);
    const { pgCode, receivedAt } = entry;
    const same = { referenceNumber: about, pgCode, receivedAt };
    assert.deepEqual(
      found
        .map(({ id: _id, ...rest }) => rest)
        .toSorted((a, b) => (a.subject < b.subject ? -1 : 1)),
      [
        { ...same, subject: 'attempt', result: report.outcome.result },
        { ...same, subject: 'dispute', result: 'open' },
        { ...same, subject: 'operation', result: 'queued' },
      ],
    );
    assert.equal(new Set(found.map(({ id }) => id)).size, 3);
    assert.deepEqual(await inbox().ofAttempts(aMerchantId('another'), [about]), []);
    assert.deepEqual(await inbox().ofAttempts(SHOP, []), []);
  });

  it('keeps no key that has no value, so that it does not come back as null', async () => {
    const pgParams = { auth_code: 'A83921', rrn: undefined, card_type: undefined };
    const entry = { ...anEntry('evt-2'), receivedAt: CREATED_AT + 50_000 };
    await inbox().receive({ ...entry, report: { ...entry.report, pgParams } });
    const [kept] = await inbox().unheard(CREATED_AT + 49_999, CREATED_AT + 50_000);
    assert.deepEqual(kept?.report?.pgParams, { auth_code: 'A83921' });
    assert.deepEqual(kept?.report?.outcome, {
      result: 'success',
      kind: 'purchase',
      charged: kwd('12.500'),
    });
  });

  it('gives the kept one when the same event comes again, with what became of it', async () => {
    const entry = anEntry('evt-3');
    await inbox().receive(entry);
    await inbox().markSignaled(entry);
    const again = {
      ...entry,
      receivedAt: CREATED_AT + 9,
      report: aReport(anAttempt(), { result: 'error' }),
    };
    assert.deepEqual(await inbox().receive(again), { ...entry, signaled: true });
  });

  it('finds what a run was told of last, and has it unheard again unless another run was told', async () => {
    const [one, other] = [anEntry('evt-run-1'), anEntry('evt-run-2')];
    await Promise.all([one, other].map((entry) => inbox().receive(entry)));
    await inbox().markSignaled(one, 'run-1');
    await inbox().markSignaled(other, 'run-2');
    assert.deepEqual(await inbox().signaledTo([]), []);
    const [told, ...more] = await inbox().signaledTo(['run-1', 'run-3']);
    assert.deepEqual([told, more], [{ ...one, signaled: true, signaledRun: 'run-1' }, []]);
    assert.ok(told);
    assert.equal(await inbox().noteUnheard(told), true);
    assert.deepEqual(await inbox().receive(one), {
      ...one,
      signaled: false,
      signaledRun: 'run-1',
    });
    await inbox().markSignaled(one, 'run-2');
    assert.equal(await inbox().noteUnheard(told), false);
    assert.deepEqual(eventsOf(await inbox().signaledTo(['run-2'])).toSorted(), [
      'evt-run-1',
      'evt-run-2',
    ]);
    await inbox().markSignaled(one);
    assert.deepEqual(await inbox().receive(one), { ...one, signaled: true });
  });

  it('keeps one of many that come at once', async () => {
    const entry = { ...anEntry('evt-4'), receivedAt: CREATED_AT + 60_000 };
    await Promise.all(Array.from({ length: 20 }, () => inbox().receive(entry)));
    assert.deepEqual(eventsOf(await inbox().unheard(CREATED_AT + 59_999, CREATED_AT + 60_000)), [
      'evt-4',
    ]);
  });

  it('tells apart the same event id of other accounts and other merchants', async () => {
    const at = { receivedAt: CREATED_AT + 70_000 };
    await inbox().receive({ ...anEntry('evt-5'), ...at });
    await inbox().receive({ ...anEntry('evt-5'), ...at, pgCode: codeOf('debit') });
    await inbox().receive({ ...anEntry('evt-5'), ...at, merchantId: aMerchantId('other') });
    assert.equal((await inbox().unheard(CREATED_AT + 69_999, CREATED_AT + 70_000)).length, 3);
  });

  it('lists what nobody has heard in the span, oldest first', async () => {
    const start = CREATED_AT + 80_000;
    for (const [event, after] of [
      ['late', 30],
      ['early', 10],
      ['heard', 20],
      ['at the start', 0],
      ['after the end', 31],
    ] as const)
      await inbox().receive({ ...anEntry(event), receivedAt: start + after });
    await inbox().markSignaled(anEntry('heard'));
    assert.deepEqual(eventsOf(await inbox().unheard(start, start + 30)), ['early', 'late']);
  });

  it('knows whether a network has said anything about an attempt', async () => {
    await inbox().receive(anEntry('evt-6'));
    assert.equal(await inbox().hasWordOn(referenceNumber), true);
    assert.equal(await inbox().hasWordOn(referenceOf('demoNEVER222')), false);
    // A card that was refused on its page is not the last word of it.
    const outcome = { result: 'pending', refusedOnPage: true } as const;
    const refused = referenceOf('demoTRY22222');
    const report = { referenceNumber: refused, outcome };
    await inbox().receive({ ...anEntry('evt-7'), referenceNumber: refused, report });
    const kept = await inbox().unheard(CREATED_AT - 1, CREATED_AT);
    assert.deepEqual(kept.find((one) => one.gatewayEventId === 'evt-7')?.report?.outcome, outcome);
    assert.equal(await inbox().hasWordOn(refused), false);
    // Nor is what was done with its money at the gateway itself.
    const { report: _report, ...received } = anEntry('evt-8');
    const captured = referenceOf('demoCAP22222');
    const operation = {
      kind: 'capture',
      paymentReference: captured,
      result: 'done',
      gatewayReference: 'op_there',
    } as const;
    await inbox().receive({ ...received, referenceNumber: captured, operation });
    assert.equal(await inbox().hasWordOn(captured), false);
  });
});

function anEntry(gatewayEventId: string): Omit<AttemptEntry, 'signaled'> {
  return {
    merchantId: SHOP,
    pgCode: CARD,
    gatewayEventId,
    referenceNumber,
    report: aReport(anAttempt({ referenceNumber })),
    receivedAt: CREATED_AT,
  };
}

function eventsOf(entries: readonly InboxEntry[]): readonly string[] {
  return entries.map(({ gatewayEventId }) => gatewayEventId);
}
