import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { begunBy, endedByMerchant } from '../../domain/agreement/arrange.ts';
import { agreementNameOf, type Binding } from '../../domain/agreement/binding.ts';
import { isRunning } from '../../domain/agreement/look.ts';
import {
  aCard,
  anAgreement,
  CREATED_AT,
  DAY_MS,
  kwd,
  aMerchantId,
  sessionOf,
} from '../support/builders.ts';
import { anAutopayRequest } from '../domain/agreement/agreements.ts';
import { useDatabase } from './database.ts';

const OTHER = aMerchantId('another-shop');

const cyclesOf = (totalCycles: number) => ({
  terms: { id: 'A-1', type: 'other', totalCycles } as const,
});
const session = () => sessionOf(randomUUID().replaceAll('-', ''));

/** The card that an agreement is charged to. */
function cardFor(
  { merchantId, customerId, sandbox, pgCode, token }: Agreement | Binding,
  agreements: readonly string[] = [],
) {
  return aCard({ merchantId, customerId, sandbox, pgCode, token, agreements });
}

describe('the store of agreements', () => {
  const database = useDatabase();
  const agreements = () => database().store.agreements;
  const cards = () => database().store.cards;
  let count = 0;
  /** An agreement of a customer who has none yet. */
  function fresh(given: Partial<Agreement> = {}): Agreement {
    count += 1;
    const terms = { id: 'A-1', type: 'other', maxAmountPerCycle: kwd('9'), seller: {} } as const;
    return anAgreement({ uuid: randomUUID(), customerId: `c-${count}`, terms, ...given });
  }
  async function inserted(given: Partial<Agreement> = {}): Promise<Agreement> {
    const agreement = fresh(given);
    assert.equal(await agreements().insert(agreement), true);
    return agreement;
  }

  /** One with a period that is not over. */
  const waiting = (
    expiryDate: string,
    autopay: 'active' | 'paused',
    given: Partial<Agreement> = {},
  ) =>
    inserted({
      ...given,
      terms: { id: 'A-1', type: 'other', expiryDate },
      autopay: {
        rhythm: { every: 'days', days: 1 },
        startsOn: '2001-01-01',
        cycles: 1,
        timeZone: 'UTC',
        at: '09:00',
        publicUrl: 'https://pay.example',
        state: autopay,
        amount: kwd('5'),
        skipped: [],
        history: [
          {
            name: '2001-01-01',
            number: 1,
            dueAt: CREATED_AT,
            state: 'coming',
            tries: [],
            told: [],
          },
        ],
      },
    });

  /** A payment by a customer with a card that is kept. */
  async function payment(given: Partial<Binding> = {}): Promise<Binding> {
    const { merchantId, customerId, sandbox, transactionType, pgCode, token, terms } = fresh();
    const sessionId = session();
    const whose = { merchantId, customerId, sandbox, transactionType, pgCode };
    const binding = { ...whose, token, terms, sessionId, at: CREATED_AT, ...given };
    await cards().keep(cardFor(binding));
    return binding;
  }
  const locked = async (binding: Binding) =>
    (await cards().list(binding))
      .filter((card) => card.agreements.includes(binding.terms.id))
      .map((card) => card.token);

  it('gives an agreement as it was written, by uuid and by name, to its merchant alone', async () => {
    const agreement = await inserted();
    assert.deepEqual(await agreements().find(agreement), agreement);
    assert.deepEqual(await agreements().findNamed(agreementNameOf(agreement)), agreement);
    assert.equal(await agreements().find({ ...agreement, merchantId: OTHER }), undefined);
    for (const other of [
      { merchantId: OTHER },
      { customerId: 'x' },
      { sandbox: true },
      { id: 'x' },
    ])
      assert.equal(
        await agreements().findNamed({ ...agreementNameOf(agreement), ...other }),
        undefined,
      );
  });

  it('has one unfinished agreement of a name, whoever writes at the same time', async () => {
    const agreement = await inserted();
    const again = { ...agreement, uuid: randomUUID() };
    assert.equal(await agreements().insert(agreement), true);
    assert.equal(await agreements().insert(again), false);
    await agreements().end(agreement, CREATED_AT + 1);
    assert.equal(await agreements().insert({ ...again, createdAt: CREATED_AT + 2 }), true);
    assert.equal((await agreements().findNamed(agreementNameOf(agreement)))?.uuid, again.uuid);
    await agreements().end(again, CREATED_AT + 3);
    assert.equal((await agreements().findNamed(agreementNameOf(agreement)))?.uuid, again.uuid);
  });

  it('saves a change on top of what it was made from only', async () => {
    const agreement = await inserted();
    assert.equal(await agreements().save({ ...agreement, token: 'tok_2' }), true);
    assert.equal(await agreements().save({ ...agreement, token: 'tok_3' }), false);
    const found = await agreements().find(agreement);
    assert.deepEqual([found?.token, found?.version], ['tok_2', 2]);
  });

  it('never gives one cycle to two charges, and the same charge counts once', async () => {
    const agreement = await inserted(cyclesOf(2));
    const sessions = Array.from({ length: 6 }, session);
    const answers = await Promise.all(sessions.map((id) => agreements().reserve(agreement, id)));
    assert.deepEqual(answers.toSorted(), [
      ...Array.from({ length: 4 }, () => 'no-cycle-left'),
      'reserved',
      'reserved',
    ]);
    const held = sessions[answers.indexOf('reserved')] ?? session();
    assert.equal(await agreements().reserve(agreement, held), 'held');
    await agreements().release(agreement, held);
    assert.equal(await agreements().reserve(agreement, session()), 'reserved');
  });

  it('counts a period that two payments have paid as one cycle', async () => {
    const begun = begunBy(anAgreement(), anAutopayRequest(), CREATED_AT);
    const [one, two] = [session(), session()];
    const tries = [one, two].map((sessionId) => ({ sessionId, token: 'tok_1', at: CREATED_AT }));
    const cycle = { name: '2027-01-05', number: 1, dueAt: CREATED_AT, told: [] };
    const history = [{ ...cycle, state: 'trying' as const, tries }];
    const agreement = await inserted({ ...cyclesOf(2), autopay: { ...begun.autopay, history } });
    for (const id of [one, two]) await agreements().settle(agreement, id, CREATED_AT + 1);
    assert.equal(await agreements().reserve(agreement, session()), 'reserved');
    assert.equal(await agreements().reserve(agreement, session()), 'no-cycle-left');
  });

  it('counts on top of a version only where nobody has changed it since, whatever may be left', async () => {
    const agreement = await inserted(cyclesOf(1));
    const { version } = agreement;
    const [one, two] = [session(), session()];
    const answers = await Promise.all(
      [one, two].map((id) => agreements().reserve(agreement, id, version)),
    );
    assert.deepEqual(answers.toSorted(), ['changed', 'reserved']);
    const [held, left] = answers[0] === 'reserved' ? [one, two] : [two, one];
    assert.equal(await agreements().reserve(agreement, held, version), 'held');
    assert.equal(await agreements().reserve(agreement, left, version + 1), 'no-cycle-left');
  });

  it('reserves nothing of what has ended, is not there, or is another merchant’s', async () => {
    const agreement = await inserted();
    const foreign = { ...agreement, merchantId: OTHER };
    assert.equal(await agreements().reserve(foreign, session()), 'unknown');
    await agreements().end(agreement, CREATED_AT + 1);
    assert.equal(await agreements().reserve(agreement, session()), 'ended');
  });

  it('counts what is paid for ever, also when it was not reserved, and ends with the last cycle', async () => {
    const agreement = await inserted(cyclesOf(2));
    await cards().keep(cardFor(agreement, ['A-1']));
    const [one, two] = [session(), session()];
    await agreements().reserve(agreement, one);
    for (const _again of [1, 2]) await agreements().settle(agreement, one, CREATED_AT + 1);
    await agreements().release(agreement, one);
    const between = await agreements().find(agreement);
    assert.deepEqual([between?.state, between?.charges, between?.paid], ['active', [one], [one]]);
    await agreements().settle(agreement, two, CREATED_AT + 2);
    const after = await agreements().find(agreement);
    assert.deepEqual(
      [after?.state, after?.endedAt, after?.paid],
      ['ended', CREATED_AT + 2, [one, two]],
    );
    assert.deepEqual((await cards().list(agreement))[0]?.agreements, []);
  });

  it('ends what is over by its date, and gives the card free', async () => {
    const agreement = await inserted({
      terms: { id: 'A-1', type: 'other', expiryDate: '2026-01-15' },
    });
    const other = await inserted({
      customerId: agreement.customerId,
      terms: { id: 'A-2', type: 'other' },
    });
    await cards().keep(cardFor(agreement, ['A-1', 'A-2']));
    await agreements().endOverdue(agreement, CREATED_AT + 1);
    assert.equal((await agreements().find(agreement))?.state, 'active');
    await agreements().endOverdue(agreement, CREATED_AT + DAY_MS);
    assert.equal((await agreements().find(agreement))?.state, 'ended');
    assert.equal((await agreements().find(other))?.state, 'active');
    assert.deepEqual((await cards().list(agreement))[0]?.agreements, ['A-2']);
  });

  it('gives a card free that whoever ended its agreement left locked', async () => {
    const agreement = await inserted();
    await cards().keep(cardFor(agreement, [agreement.terms.id, 'of-long-ago']));
    const locks = async () => (await cards().list(agreement))[0]?.agreements;
    await agreements().endOverdue(agreement, CREATED_AT + 1);
    assert.deepEqual(await locks(), [agreement.terms.id]);
    // Whoever ended it died before that.
    assert.ok(await agreements().save({ ...agreement, state: 'ended', endedAt: CREATED_AT + 1 }));
    await agreements().endOverdue(agreement, CREATED_AT + 2);
    assert.deepEqual(await locks(), []);
  });

  it('ends none that the engine charges: by its place it may be its last day, or its last charge waits', async () => {
    for (const [autopay, then] of [
      ['active', 'active'],
      ['paused', 'ended'],
    ] as const) {
      const agreement = await waiting('2026-01-15', autopay);
      await agreements().endOverdue(agreement, CREATED_AT + 2 * DAY_MS);
      assert.equal((await agreements().find(agreement))?.state, then);
    }
  });

  it('ends a paused one when its last day is over everywhere, and has somebody look at it: its Schedule goes', async () => {
    const over = Date.parse('2026-01-16T12:00Z');
    const agreement = await waiting('2026-01-15', 'paused');
    const isFound = async (now: number) =>
      (await agreements().overdue(now, 1000)).some(({ uuid }) => uuid === agreement.uuid);
    assert.deepEqual([await isFound(over - 1), await isFound(over)], [false, true]);
    assert.equal(await agreements().endIfOver(agreement, over - 1), undefined);
    const ended = await agreements().endIfOver(agreement, over);
    assert.deepEqual([ended?.state, ended?.autopay?.lookAt], ['ended', over]);
  });

  it('ends none that was found to be over and has been resumed meanwhile', async () => {
    const agreement = await waiting('2026-01-15', 'paused');
    assert.ok(isRunning(agreement));
    const autopay = { ...agreement.autopay, state: 'active' } as const;
    assert.ok(await agreements().save({ ...agreement, autopay }));
    assert.equal(await agreements().endIfOver(agreement, CREATED_AT + 9 * DAY_MS), undefined);
    assert.equal((await agreements().find(agreement))?.state, 'active');
  });

  it('finds those of all merchants whose last day is over, the longest over first, and none that has ended', async () => {
    const until = (expiryDate: string, given: Partial<Agreement> = {}) =>
      inserted({ terms: { id: 'A-1', type: 'other', expiryDate }, ...given });
    const late = await until('2001-01-02');
    const latest = await until('2001-01-01', { merchantId: OTHER });
    await until('2001-01-01', { state: 'ended', endedAt: CREATED_AT });
    await until('2001-01-03');
    await inserted();
    await waiting('2001-01-01', 'active');
    const overdue = async (limit: number) =>
      (await agreements().overdue(Date.parse('2001-01-03T00:00Z'), limit)).map(({ uuid }) => uuid);
    assert.deepEqual(await overdue(9), [latest.uuid, late.uuid]);
    assert.deepEqual(await overdue(1), [latest.uuid]);
    await agreements().end(latest, CREATED_AT);
    assert.deepEqual(await overdue(9), [late.uuid]);
  });

  it('lists a merchant’s agreements, the newest first', async () => {
    const merchantId = aMerchantId(`shop-${randomUUID().slice(0, 8)}`);
    const [old, young] = [
      await inserted({ merchantId }),
      await inserted({ merchantId, createdAt: CREATED_AT + 1, sandbox: true }),
    ];
    const list = async (
      filter: Parameters<ReturnType<typeof agreements>['list']>[1],
      offset = 0,
    ) => {
      const page = await agreements().list(merchantId, filter, { limit: 1, offset });
      return [page.count, ...page.results.map(({ uuid }) => uuid)];
    };
    assert.deepEqual(await list({}), [2, young.uuid]);
    assert.deepEqual(await list({}, 1), [2, old.uuid]);
    assert.deepEqual(await list({ customerId: old.customerId }), [1, old.uuid]);
    assert.deepEqual(await list({ id: 'A-1', sandbox: true, state: 'active' }), [1, young.uuid]);
    assert.deepEqual(await list({ state: 'ended' }), [0]);
  });

  it('finds them by any of their names, by what the engine charges, and by when that is due', async () => {
    const merchantId = aMerchantId(`shop-${randomUUID().slice(0, 8)}`);
    const silent = await inserted({ merchantId });
    const charged = await waiting('2026-12-31', 'active', { merchantId });
    const held = await waiting('2026-12-31', 'paused', { merchantId });
    const over = await inserted({
      merchantId,
      state: 'ended',
      terms: { id: 'A-9', type: 'other' },
      ...(held.autopay && {
        autopay: { ...held.autopay, state: 'ended' as const, endedAs: 'declined' as const },
      }),
    });
    const all = [silent, charged, held, over];
    const found = async (filter: Parameters<ReturnType<typeof agreements>['list']>[1]) => {
      const { results } = await agreements().list(merchantId, filter, { limit: 9, offset: 0 });
      return all.filter((one) => results.some(({ uuid }) => uuid === one.uuid));
    };
    assert.deepEqual(await found({ named: silent.uuid }), [silent]);
    assert.deepEqual(await found({ named: charged.customerId }), [charged]);
    assert.deepEqual(await found({ named: 'A-9' }), [over]);
    assert.deepEqual(await found({ named: 'A-' }), []);
    assert.deepEqual(await found({ autopay: ['none'] }), [silent]);
    assert.deepEqual(await found({ autopay: ['paused', 'none'] }), [silent, held]);
    assert.deepEqual(await found({ endedAs: ['declined'] }), [over]);
    assert.deepEqual(await found({ endedAs: ['declined'], state: 'active' }), []);
    assert.deepEqual(await found({ due: { from: CREATED_AT } }), [charged]);
    assert.deepEqual(await found({ due: { until: CREATED_AT } }), []);
    assert.deepEqual(await found({ due: { until: CREATED_AT + 1 }, autopay: ['none'] }), []);
    // A save says it anew.
    assert.ok(charged.autopay);
    assert.ok(
      await agreements().save({ ...charged, autopay: { ...charged.autopay, state: 'paused' } }),
    );
    assert.deepEqual(await found({ due: { from: CREATED_AT } }), []);
  });

  describe('binds', () => {
    it('a new agreement to its card, once, however often it is told', async () => {
      const binding = await payment();
      const [one, two] = await Promise.all([
        agreements().bind(binding),
        agreements().bind(binding),
      ]);
      assert.equal(one.uuid, two.uuid);
      await agreements().bind(binding);
      const { count: found } = await agreements().list(
        binding.merchantId,
        { customerId: binding.customerId },
        { limit: 1, offset: 0 },
      );
      assert.equal(found, 1);
      assert.deepEqual(await locked(binding), ['tok_1']);
    });

    it('it to another card, which is locked in place of the former, also when the first is told late', async () => {
      const first = await payment();
      await agreements().bind(first);
      const later = await payment({
        customerId: first.customerId,
        token: 'tok_2',
        at: CREATED_AT + 1,
      });
      for (const binding of [later, first, later]) await agreements().bind(binding);
      assert.deepEqual(await locked(first), ['tok_2']);
      assert.equal((await agreements().findNamed(agreementNameOf(first)))?.token, 'tok_2');
    });

    it('nothing to one that was ended since, whose card is free then, and a new one after that', async () => {
      const first = await payment();
      const old = await agreements().bind(first);
      await agreements().save(endedByMerchant(old, CREATED_AT + 5));
      await agreements().end(old, CREATED_AT + 5);
      const more = { customerId: first.customerId, token: 'tok_2' };
      const late = await payment({ ...more, at: CREATED_AT + 4, heardAt: CREATED_AT + 9 });
      const { uuid, state, token } = await agreements().bind(late);
      assert.deepEqual([uuid, state, token], [old.uuid, 'ended', first.token]);
      assert.deepEqual(await locked(first), []);
      const anew = await agreements().bind(await payment({ ...more, at: CREATED_AT + 6 }));
      assert.deepEqual([anew.state, anew.token], ['active', 'tok_2']);
      assert.deepEqual(await locked(first), ['tok_2']);
    });

    it('a new agreement in place of one that is over', async () => {
      const first = await payment({
        terms: { id: 'A-1', type: 'other', expiryDate: '2026-01-15' },
      });
      const old = await agreements().bind(first);
      const later = await payment({
        customerId: first.customerId,
        token: 'tok_2',
        at: CREATED_AT + DAY_MS,
      });
      const young = await agreements().bind(later);
      assert.notEqual(young.uuid, old.uuid);
      assert.equal((await agreements().find(old))?.state, 'ended');
      assert.deepEqual(await locked(first), ['tok_2']);
    });
  });
});
