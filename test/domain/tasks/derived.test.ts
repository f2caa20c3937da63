import assert from 'node:assert/strict';
import type { Cycle } from '../../../domain/agreement/autopay.ts';
import { notSet } from '../../../domain/notification/outcome.ts';
import { differencesIn, noSettlementResults } from '../../../domain/settlement/settlement.ts';
import { agreementTasks, leftUnpaidAt } from '../../../domain/tasks/agreement.ts';
import { credentialTasks, failingTasks } from '../../../domain/tasks/gateway.ts';
import { mailTask } from '../../../domain/tasks/mail.ts';
import { settlementTask } from '../../../domain/tasks/settlement.ts';
import { canBeHandled, kindOfTask, TASK_KINDS } from '../../../domain/tasks/task.ts';
import { CARD, CREATED_AT, DAY_MS, kwd } from '../../support/builders.ts';

const NOW = CREATED_AT;
const HOUR_MS = DAY_MS / 24;

const failing = (attempts: number, errors: number) =>
  failingTasks([{ pgCode: CARD, attempts, errors, firstErrorAt: NOW - 60_000 }], NOW);

const expiring = (credentialsExpireOn: string | undefined, active = true) =>
  credentialTasks(
    [{ code: CARD, active, ...(credentialsExpireOn !== undefined && { credentialsExpireOn }) }],
    Date.parse('2027-01-01T12:00:00Z'),
  );

const cycle = (name: string, state: Cycle['state']) => ({
  name,
  state,
  settledAt: Date.parse(name),
});

const failed = (...hoursAgo: readonly number[]) =>
  hoursAgo.map((hours) => ({ doneAt: NOW - hours * HOUR_MS, error: 'ECONNECTION' }));

const agreement = (states: readonly Cycle['state'][], endedAs?: 'declined' | 'merchant') => ({
  uuid: 'u',
  terms: { id: 'gym' },
  endedAt: NOW,
  autopay: {
    amount: kwd('5'),
    ...(endedAs && { endedAs }),
    history: states.map((state, nth) => cycle(`2026-0${nth + 1}-01`, state)),
  },
});

describe('the id of a task', () => {
  it('names its kind, and what is no id names none', () => {
    for (const kind of TASK_KINDS) assert.equal(kindOfTask(`${kind}:a:b`), kind);
    for (const text of ['', 'stuck', 'stucks:a', 'webhook:a'])
      assert.equal(kindOfTask(text), undefined);
  });

  it('is of one that a person may call done, but for what a decision ends', () => {
    const others = TASK_KINDS.filter((kind) => !canBeHandled({ kind }));
    assert.deepEqual(others.toSorted(), ['approval', 'needs_hand']);
  });
});

describe('an account that fails', () => {
  it('is a task from twenty attempts on, when more than half of them ended in an error', () => {
    const found = (
      [
        [19, 19],
        [20, 10],
        [20, 11],
        [21, 11],
        [1000, 500],
        [1000, 501],
      ] as const
    ).map(([attempts, errors]) => failing(attempts, errors).length);
    assert.deepEqual(found, [0, 0, 1, 1, 0, 1]);
    assert.equal(failing(20, 20)[0]?.since, NOW - 60_000);
  });

  it('is another task on another day', () => {
    const count = { pgCode: CARD, attempts: 20, errors: 20 };
    const ids = [NOW, NOW + DAY_MS].map((now) => failingTasks([count], now)[0]?.id);
    assert.notEqual(ids[0], ids[1]);
  });
});

describe('credentials of an account', () => {
  it('are a task for thirty days before they expire, and afterwards', () => {
    assert.equal(expiring('2027-02-01').length, 0);
    const [task] = expiring('2027-01-31');
    assert.deepEqual(
      [task?.since, task?.until],
      [Date.parse('2027-01-01T00:00:00Z'), Date.parse('2027-01-31T00:00:00Z')],
    );
    assert.equal(expiring('2026-12-01').length, 1);
  });

  it('are none of an account that is off, or of which nobody has said when', () => {
    assert.deepEqual([...expiring('2027-01-31', false), ...expiring(undefined)], []);
  });
});

describe('a settlement file', () => {
  const read = { pgCode: CARD, digest: 'd', name: 'june.csv', importedAt: NOW };
  const found = (results: object) =>
    settlementTask({ ...read, results: { ...noSettlementResults(), ...results } });

  it('is a task while it differs from the ledger, another one when it differs otherwise', () => {
    assert.equal(found({ matched: 7 }), undefined);
    const two = found({ matched: 7, duplicate: 2 });
    const other = found({ matched: 7, 'missing-there': 2 });
    assert.deepEqual(
      [two?.detail, two?.since],
      ['card, june.csv: it differs from the ledger. More than once: 2.', NOW],
    );
    assert.notEqual(two?.id, other?.id);
    const all = { ...noSettlementResults(), matched: 7, duplicate: 2, 'amount-differs': 1 };
    assert.equal(differencesIn(all), 3);
  });
});

describe('an agreement that is left unpaid', () => {
  it('is a task for each cycle that was missed, and one where its card has ended it', () => {
    const names = (...given: Parameters<typeof agreement>) =>
      agreementTasks(agreement(...given)).map(({ id }) => id);
    assert.deepEqual(names(['paid', 'skipped', 'unknown', 'coming']), []);
    assert.deepEqual(names(['missed', 'paid', 'missed']), [
      'agreement:u:2026-01-01',
      'agreement:u:2026-03-01',
    ]);
    assert.deepEqual(names(['missed', 'failed'], 'declined'), [
      'agreement:u:2026-01-01',
      'agreement:u:declined',
    ]);
    assert.deepEqual(names(['paid'], 'merchant'), []);
    const [, declined] = agreementTasks(agreement(['missed', 'failed'], 'declined'));
    assert.deepEqual([declined?.since, declined?.amount], [Date.parse('2026-02-01'), kwd('5')]);
  });

  it('is found by when that was last', () => {
    assert.equal(leftUnpaidAt(agreement(['missed', 'failed', 'paid'])), Date.parse('2026-02-01'));
    assert.equal(leftUnpaidAt(agreement(['paid', 'coming'])), undefined);
    assert.equal(leftUnpaidAt({}), undefined);
  });
});

describe('messages to customers', () => {
  it('are a task when three have failed since the last that was sent, the first an hour ago', () => {
    const found = [[], [5, 4], [0.9, 0.5, 0.1], [1, 0.5, 0.1], [9, 8, 7, 6]].map(
      (hours) => mailTask('email', failed(...hours), NOW)?.since,
    );
    assert.deepEqual(found, [undefined, undefined, undefined, NOW - HOUR_MS, NOW - 9 * HOUR_MS]);
  });

  it('are one at once, and with the first, where there is nobody to hand them to', () => {
    for (const channel of ['email', 'sms', 'whatsapp'] as const) {
      const task = mailTask(channel, [{ doneAt: NOW, error: notSet(channel) }], NOW);
      assert.equal(task?.detail, `${channel}: ${notSet(channel)}`);
    }
    // It was set in the meantime.
    const one = { doneAt: NOW - DAY_MS, error: notSet('email') };
    assert.equal(mailTask('email', [one, ...failed(0.5)], NOW), undefined);
  });
});
