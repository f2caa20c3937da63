import assert from 'node:assert/strict';
import { array, assert as hold, integer, property, record } from 'fast-check';
import { isoUtc } from '../../../domain/duration.ts';
import { balancesOf, type Balance } from '../../../domain/ledger/balance.ts';
import { entriesOf } from '../../../domain/ledger/post.ts';
import { toDecimal, type Money } from '../../../domain/money.ts';
import type { OperationEntry } from '../../../domain/operation/operation.ts';
import { cellsOf, defaultColumns, labelsOf } from '../../../domain/report/columns.ts';
import { rowsOf, type Row } from '../../../domain/report/rows.ts';
import { tally, type RowsTotal } from '../../../domain/report/totals.ts';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { cancel, invalidate } from '../../../domain/transaction/halt.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  anAttempt,
  aTransaction,
  CREATED_AT,
  inDinars,
  kwd,
  referenceOf,
  sessionOf,
} from '../../support/builders.ts';
import { lives } from '../ledger/support/lives.ts';
import { anOperationRequest, chosen, fils, operated, paid } from '../ledger/support/operations.ts';

const COLUMNS = defaultColumns(true);
/** When the report is made. */
const MADE_AT = CREATED_AT + 3_600_000;

describe('the rows of a report', () => {
  it('are a payment and its children, in the order in which these were made', () => {
    const refunded = operated(
      paid('purchase'),
      anOperationRequest('refund', '01', { amount: kwd('3') }),
    );
    const reason = { code: 'goodwill', note: 'A regular customer' } as const;
    const twice = operated(
      refunded,
      anOperationRequest('refund', '02', { amount: kwd('4'), reason }),
    );
    assert.deepEqual(
      shown(twice, 'row', 'state', 'session_id', 'parent_session_id', 'amount', 'gateway_amount'),
      [
        ['purchase', 'paid', sessionOf('a1'), '', '100.000', '102.000'],
        ['refund', 'refunded', sessionOf('01'), sessionOf('a1'), '3.000', '-3.000'],
        ['refund', 'refunded', sessionOf('02'), sessionOf('a1'), '4.000', '-4.000'],
      ],
    );
    assert.deepEqual(shown(twice, 'reason'), [[''], [''], ['goodwill']]);
  });

  it('say of what was done and then undone that it is, with an amount that is no longer among those given back', () => {
    const hold = paid('authorize');
    const whole = { amount: kwd('100') };
    const undone = [
      operated(paid('purchase'), anOperationRequest('refund', '01', { amount: kwd('3') })),
      operated(hold, anOperationRequest('capture', '01', whole)),
      operated(hold, anOperationRequest('void', '01', whole)),
    ].map((transaction) => reversed(transaction));
    assert.deepEqual(
      undone.map((one) => shown(one, 'row', 'state', 'amount', 'gateway_amount')[1]),
      [
        ['refund', 'refund_reversed', '3.000', '0.000'],
        ['capture', 'capture_reversed', '100.000', '0.000'],
        ['void', 'void_reversed', '100.000', '0.000'],
      ],
    );
  });

  it('say that it was rejected where it was undone before anybody was told that it was done', () => {
    const refunded = operated(paid('purchase'), anOperationRequest('refund', '01'));
    assert.deepEqual(shown(reversed(refunded, { reversedBeforeTold: true }), 'state').at(-1), [
      'refund_rejected',
    ]);
  });

  it('leave out operations of which nothing is to be seen', () => {
    const failed = operated(paid('purchase'), anOperationRequest('refund', '01'), 'failed');
    assert.deepEqual(shown(failed, 'row'), [['purchase']]);
  });

  it('show what is not paid, without any money', () => {
    const [row] = shown(aTransaction(), 'row', 'state', 'amount', 'gateway_amount', 'payment_date');
    assert.deepEqual(row, ['purchase', 'created', '12.500', '', '']);
  });

  const OF_FEE = ['currency_code', 'settled_amount', 'fee', 'paid_amount'];

  it('show the fee in the currency of the payment, whatever the charge was in', () => {
    const attempts = [anAttempt({ amount: kwd('3.066'), ...inDinars() })];
    const exchanged = paid('purchase', { amount: inDinars().exchange.from, attempts });
    assert.deepEqual(shown(exchanged, ...OF_FEE), [['USD', '10.00', '0.15', '10.15']]);
    assert.deepEqual(shown(paid('purchase'), ...OF_FEE), [['KWD', '100.000', '2.000', '102.000']]);
  });

  it('show no fee that nobody has paid', () => {
    for (const state of ['pending', 'attempted', 'failed', 'expired', 'canceled'] as const)
      assert.deepEqual(shown({ ...chosen('purchase'), state }, ...OF_FEE), [['KWD', '', '', '']]);
  });

  it('show of the fee of a hold what was captured of it', () => {
    const held = paid('authorize');
    const part = operated(held, anOperationRequest('capture', '01', { amount: kwd('100') }));
    const whole = operated(part, anOperationRequest('capture', '02', { amount: kwd('2') }));
    assert.deepEqual(
      [held, part, whole].map((one) => shown(one, ...OF_FEE)[0]),
      [
        ['KWD', '100.000', '', ''],
        ['KWD', '100.000', '', '100.000'],
        ['KWD', '100.000', '2.000', '102.000'],
      ],
    );
  });

  it('show as remaining what the payer chose not to pay, and never what can still be captured or refunded', () => {
    const some: Transaction = { ...paid('purchase'), settledAmount: kwd('80') };
    const rest = [some, { ...some, amountEditable: true }, paid('authorize')].map(
      (one) => shown(one, 'remaining_amount')[0],
    );
    assert.deepEqual(rest, [[''], ['20.000'], ['']]);
  });

  it('show when a payment has expired, where that is kept, and never a moment that is still to come', () => {
    const [expiresAt, concludedAt] = [MADE_AT, CREATED_AT + 60_000];
    const expired = { ...chosen('purchase'), state: 'expired', expiresAt } as const;
    const [attempt] = expired.attempts;
    const [method] = expired.methods;
    assert.ok(attempt && method);
    const abandoned: Transaction = {
      ...expired,
      expiresAt: MADE_AT + 1,
      methods: [{ ...method, multipleAttempts: false }],
      attempts: [{ ...attempt, state: 'canceled', concludedAt }],
    };
    assert.deepEqual(
      [expired, { ...expired, expiresAt: MADE_AT + 1 }, abandoned].map(
        (one) => shown(one, 'state_changed_at')[0]?.[0],
      ),
      [isoUtc(expiresAt), '', isoUtc(concludedAt)],
    );
  });

  it('show when a payment was canceled, or could not be paid any more, only where an attempt has ended with it', () => {
    const opened = chosen('purchase');
    const [attempt] = opened.attempts;
    assert.ok(attempt);
    const [declinedAt, now] = [CREATED_AT + 60_000, CREATED_AT + 120_000];
    const declined: Transaction = {
      ...opened,
      state: 'attempted',
      attempts: [{ ...attempt, state: 'failed', concludedAt: declinedAt }],
    };
    const cancelation = { referenceNumber: referenceOf('demoCANCEL'), now };
    const invalided = invalidate(declined, { reason: 'No account.', now });
    assert.ok(invalided);
    assert.deepEqual(
      [cancel(opened, cancelation), cancel(declined, cancelation), invalided].map(
        ({ transaction }) => shown(transaction, 'state', 'state_changed_at')[0],
      ),
      [
        ['canceled', isoUtc(now)],
        ['canceled', ''],
        ['invalided', ''],
      ],
    );
  });

  it('show what the gateway has said in the row of what it was said of, without secrets and card numbers', () => {
    const refunded = operated(
      paid('purchase'),
      anOperationRequest('refund', '01', { amount: kwd('3') }),
    );
    const gatewayResponse = {
      auth: { code: '00', token: 'tok-1' },
      cards: [{ pan: 'paid by 4111 1111 1111 1111' }],
    };
    const [attempt] = refunded.attempts;
    assert.ok(attempt);
    const told: Transaction = { ...refunded, attempts: [{ ...attempt, gatewayResponse }] };
    const paths = ['auth.code', 'auth.token', 'cards.0.pan', 'auth.no'];
    const columns = paths.map((path) => ({
      ...column('state'),
      source: { kind: 'gateway_response', path } as const,
    }));
    assert.deepEqual(rowsOf(told).map(cellsOf(columns, MADE_AT)), [
      ['00', '[removed]', 'paid by [removed]', undefined],
      [undefined, undefined, undefined, undefined],
    ]);
  });

  it('show what cash comes to until that is canceled, and no date, since it is still to be paid', () => {
    const cash = paid('purchase');
    const cod: Transaction = {
      ...cash,
      state: 'cod',
      attempts: cash.attempts.map((attempt) => ({ ...attempt, state: 'cod' })),
    };
    const brought = ['settled_amount', 'fee', 'fees_amount', 'payment_date'];
    assert.deepEqual(shown(cod, ...brought), [['100.000', '2.000', '2.000', '']]);
    assert.deepEqual(shown(cash, 'payment_date'), [['2026-01-15T09:00:00Z']]);
    assert.deepEqual(shown({ ...cod, state: 'canceled' }, ...brought), [['', '', '0.000', '']]);
  });

  it('show the whole fee where a wallet has paid a part', () => {
    const wallet = { sessionId: sessionOf('b1'), amount: kwd('40'), state: 'spent' } as const;
    const [attempt] = chosen('purchase').attempts;
    assert.ok(attempt);
    const attempts = [{ ...attempt, total: kwd('62'), wallet }];
    assert.deepEqual(shown(paid('purchase', { attempts }), ...OF_FEE), [
      ['KWD', '100.000', '2.000', '62.000'],
    ]);
  });

  it('show money that came for nothing as a row of its own', () => {
    const reference = referenceOf('demoSECOND');
    const amount = kwd('100');
    const second = anAttempt({
      amount,
      fee: kwd('2'),
      referenceNumber: reference,
      state: 'success',
    });
    const whole = paid('purchase');
    const twice: Transaction = {
      ...whole,
      attempts: [...whole.attempts, second],
      alerts: [{ kind: 'second-success', referenceNumber: reference, at: CREATED_AT, detail: '' }],
    };
    assert.deepEqual(shown(twice, 'row', 'reference_number', 'amount', 'suspense_amount'), [
      ['purchase', 'demoAAAAAA', '100.000', '0.000'],
      ['other_money', 'demoSECOND', '102.000', '102.000'],
    ]);
  });

  it('show money that came after a payment was canceled as a row of its own, of no payment', () => {
    const cancelation = { referenceNumber: referenceOf('demoCANCEL'), now: CREATED_AT + 60_000 };
    const { transaction: canceled } = cancel(chosen('purchase'), cancelation);
    const [attempt] = canceled.attempts;
    assert.ok(attempt);
    const { referenceNumber, kind, total } = attempt;
    const report = {
      referenceNumber,
      outcome: { result: 'success', kind, charged: total },
    } as const;
    const late = conclude(canceled, report, MADE_AT)?.transaction;
    assert.ok(late);
    const columns = [
      'row',
      'state',
      'state_changed_at',
      'gateway_amount',
      'suspense_amount',
    ] as const;
    assert.deepEqual(shown(late, ...columns), [
      ['purchase', 'canceled', '', '', ''],
      ['other_money', 'success', isoUtc(MADE_AT), '102.000', '102.000'],
    ]);
  });

  it('have a label for each column in both languages, and no two the same', () => {
    for (const language of ['en', 'ar'] as const) {
      const labels = labelsOf(COLUMNS, language);
      assert.ok(labels.every((label) => label.length > 0));
      assert.equal(new Set(labels).size, labels.length);
    }
  });

  it('have no amounts given back or let go, unless these are asked for', () => {
    const names = defaultColumns(false).map(({ name }) => name);
    assert.deepEqual(
      COLUMNS.map(({ name }) => name).filter((name) => !names.includes(name)),
      ['refunded_amount', 'voided_amount'],
    );
  });
});

describe('the totals of a report', () => {
  const month = array(record({ life: lives, at: integer({ min: 0, max: 27 }) }), { maxLength: 12 });

  it('are those of the ledger, for any month', () => {
    hold(
      property(month, (some) => {
        const counted = tally();
        for (const { life } of some) for (const row of rowsOf(life.transaction)) counted.add(row);
        assert.deepEqual(
          nonZero(counted.totals()),
          nonZero(balancesOf(some.flatMap(({ life }) => life.posted)).map(asTotal)),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('are what the columns of its rows come to', () => {
    const accounts = {
      gateway_amount: ['gateway', 1],
      sales_amount: ['sales', -1],
      fees_amount: ['fees', -1],
      wallet_amount: ['wallet', -1],
      suspense_amount: ['suspense', -1],
    } as const;
    hold(
      property(month, (some) => {
        const counted = tally();
        const rows = some.flatMap(({ life }) => rowsOf(life.transaction));
        for (const row of rows) counted.add(row);
        assert.equal(counted.rows(), rows.length);
        for (const [name, [account, sign]] of Object.entries(accounts)) {
          const total = counted.totals().find((balance) => balance.account === account);
          const minor = Number((total?.sum ?? '0').replace('.', ''));
          assert.equal(columnSum(rows, name), sign * minor + 0, name);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('are exact also beyond what an amount can be, both ways', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const amount = fils(most);
    const rich = paid('purchase', {
      amount,
      attempts: [anAttempt({ amount, fee: fils(0) })],
    });
    const counted = tally();
    const [row] = rowsOf(rich);
    assert.ok(row && row.entries.length > 0);
    for (let times = 0; times < 3; times += 1) counted.add(row);
    const sums = counted.totals().map(({ account, sum }) => [account, sum]);
    assert.deepEqual(Object.fromEntries(sums), {
      gateway: '27021597764222.973',
      sales: '-27021597764222.973',
    });
  });
});

function reversed(
  { operations = [], ...transaction }: Transaction,
  more: Pick<OperationEntry, 'reversedBeforeTold'> = {},
): Transaction {
  const undone = operations.map((one) => ({ ...one, reversedAt: CREATED_AT, ...more }));
  return { ...transaction, operations: undone };
}

function shown(transaction: Transaction, ...names: readonly string[]) {
  const cells = cellsOf(
    names.map((name) => column(name)),
    MADE_AT,
  );
  return rowsOf(transaction).map((row) =>
    cells(row).map((cell) => (typeof cell === 'object' ? toDecimal(cell) : (cell ?? ''))),
  );
}

function column(name: string) {
  const found = COLUMNS.find((one) => one.name === name);
  assert.ok(found, `there is no column ${name}`);
  return found;
}

function columnSum(rows: readonly Row[], name: string): number {
  const cells = cellsOf([column(name)], MADE_AT);
  return rows
    .flatMap((row) => cells(row))
    .filter((cell): cell is Money => typeof cell === 'object')
    .reduce((sum, { minor }) => sum + minor, 0);
}

function nonZero(totals: readonly RowsTotal[]) {
  return totals
    .filter(({ sum }) => /[1-9]/.test(sum))
    .map(({ pgCode, account, currency, sum }) => `${pgCode} ${account} ${currency} ${sum}`)
    .toSorted();
}

function asTotal({ pgCode, account, amount }: Balance): RowsTotal {
  return { pgCode, account, currency: amount.currency, sum: toDecimal(amount) };
}

describe('entries of a report', () => {
  it('are all in its rows, and once', () => {
    hold(
      property(lives, ({ transaction }) => {
        const entries = entriesOf(transaction, CREATED_AT).map(({ id }) => id);
        const told = rowsOf(transaction).flatMap((row) => row.entries.map(({ id }) => id));
        assert.deepEqual(told.toSorted(), entries.toSorted());
      }),
      { numRuns: 100 },
    );
  });
});
