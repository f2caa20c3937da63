import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { add, money, subtract, sum, zero, type Money } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { availableBalance, type Holder } from '../../domain/wallet/account.ts';
import type { WalletEntry } from '../../domain/wallet/entry.ts';
import { directionOf } from '../../domain/wallet/movement.ts';
import { atomicallyOn } from '../../store/atomically.ts';
import { walletStore, type WalletStore, type MovementRequest } from '../../store/wallets.ts';
import { amountOf, CREATED_AT, codeOf, kwd, aMerchantId, sessionOf } from '../support/builders.ts';
import { HOLDER } from '../support/wallets.ts';
import { useDatabase } from './database.ts';

const ALL = { direction: 'forward', perPage: 50 } as const;

describe('the store of wallets', () => {
  const database = useDatabase();
  const wallets = (): WalletStore => database().store.wallets;
  let count = 0;

  /** A customer whom nobody has credited yet. */
  function somebody(given: Partial<Holder> = {}): Holder {
    count += 1;
    return { ...HOLDER, customerId: `customer-${count}`, ...given };
  }
  async function entriesOf({ merchantId, ...holder }: Holder): Promise<readonly WalletEntry[]> {
    const account = await wallets().find({ merchantId, ...holder });
    const accountIds = account ? [account.id] : [];
    const { results } = await wallets().listEntries(merchantId, { accountIds }, ALL);
    return results.toReversed();
  }
  /** As many processes of ours as wanted: each has its own store, and they know nothing of each other. */
  function processes(many: number): readonly WalletStore[] {
    const { connection, store } = database();
    // As many as nowhere meet at one wallet: the last of them waits long where the machine is busy.
    return Array.from({ length: many }, () =>
      walletStore(connection, store.counters, atomicallyOn(connection, 60_000)),
    );
  }
  /** Fifty writers in five processes. */
  function fifty<T>(work: (own: WalletStore, at: number) => Promise<T>): readonly Promise<T>[] {
    return processes(5).flatMap((own, process) =>
      Array.from({ length: 10 }, (_one, at) => work(own, process * 10 + at)),
    );
  }
  /** What the account says, checked against its book. */
  async function figures(holder: Holder) {
    const account = await wallets().find(holder);
    assert.ok(account);
    const entries = await entriesOf(holder);
    assert.ok(entries.length < ALL.perPage, 'The test looks at all entries.');
    const moving = entries.filter(({ type }) => !['reserve', 'release', 'expire'].includes(type));
    const signed = moving.map(({ type, amount }) =>
      directionOf(type) === 'credit' ? amount : subtract(zero(amount.currency), amount),
    );
    assert.deepEqual(account.balance, sum(signed, holder.currency));
    return [account.balance, account.reserved].map(({ minor }) => minor / 1000).join(' ');
  }

  it('opens an account with the first credit, and writes down what it was for', async () => {
    const holder = somebody();
    assert.equal(await wallets().find(holder), undefined);
    const wanted = movement(holder, { amount: kwd('12.5') });
    const operation = await wallets().move(wanted);
    const account = await wallets().find(holder);
    assert.ok(account);
    assert.deepEqual(account.balance, kwd('12.5'));
    assert.deepEqual(operation, {
      id: operation.id,
      merchantId: holder.merchantId,
      accountId: account.id,
      key: wanted.key,
      type: 'refund',
      status: 'completed',
      amount: kwd('12.5'),
      balance: kwd('12.5'),
      sessionId: sessionOf('a1'),
      pgCode: codeOf('card'),
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
    });
    assert.deepEqual(await wallets().operation(holder.merchantId, operation.id), operation);
    const [entry, ...others] = await wallets().entriesOf(holder.merchantId, operation.id);
    assert.equal(others.length, 0);
    assert.equal(entry?.type, 'credit_refund');
    assert.equal(entry.direction, 'credit');
    assert.deepEqual(entry.amount, kwd('12.5'));
  });

  it('keeps merchants, customers, currencies and the sandbox apart', async () => {
    const holder = somebody();
    const others = [
      { ...holder, merchantId: aMerchantId('other-shop') },
      { ...holder, customerId: `${holder.customerId}-b` },
      { ...holder, currency: amountOf('1', 'USD').currency },
      { ...holder, sandbox: true },
    ];
    await wallets().move(movement(holder));
    for (const other of others) {
      assert.equal(await wallets().find(other), undefined);
      await wallets().move(movement(other, { amount: money(1000, other.currency) }));
    }
    assert.equal(await figures(holder), '5 0');
  });

  it('lets fifty writers of one new wallet all have their money, once each', async function () {
    this.timeout(120_000);
    const holder = somebody();
    const done = await Promise.all(
      fifty((own, at) => own.move(movement(holder, { amount: money(1000 + at, holder.currency) }))),
    );
    assert.equal(new Set(done.map(({ id }) => id)).size, 50);
    const total = done.map(({ amount }) => amount).reduce(add);
    assert.deepEqual((await wallets().find(holder))?.balance, total);
    assert.deepEqual(total.minor, 50 * 1000 + (49 * 50) / 2);
  });

  it('does one request once, however often and however much at once it is told', async function () {
    this.timeout(120_000);
    const holder = somebody();
    const wanted = movement(holder, { amount: kwd('7') });
    const done = await Promise.all(fifty((own) => own.move(wanted)));
    assert.equal(new Set(done.map(({ id }) => id)).size, 1);
    assert.deepEqual(await wallets().move({ ...wanted, amount: kwd('9') }), done[0]);
    assert.equal(await figures(holder), '7 0');
  });

  it('lets fifty spenders have no more than there is', async function () {
    this.timeout(120_000);
    const holder = somebody();
    await wallets().move(movement(holder, { amount: kwd('10') }));
    const done = await Promise.allSettled(
      fifty((own) => own.move(movement(holder, { type: 'reserve', amount: kwd('0.7') }))),
    );
    const refused = done.filter((one) => one.status === 'rejected');
    assert.ok(refused.every(({ reason }) => isRefusal(reason, 'amount_exceeds_balance')));
    assert.equal(done.length - refused.length, 14);
    assert.equal(await figures(holder), '10 9.8');
  });

  it('writes nothing of what is refused, not even an account', async () => {
    const holder = somebody();
    const policy = { highestCredit: [kwd('4')] };
    await assert.rejects(wallets().move(movement(holder, { policy })), (error) =>
      isRefusal(error, 'policy_violation'),
    );
    assert.equal(await wallets().find(holder), undefined);
    await wallets().move(movement(holder));
    const account = await wallets().find(holder);
    assert.ok(account);
    const { merchantId, id } = account;
    await wallets().setStatus(merchantId, id, { status: 'suspended', now: CREATED_AT });
    await assert.rejects(wallets().move(movement(holder)), (error) =>
      isRefusal(error, 'account_inactive'),
    );
    assert.equal((await entriesOf(holder)).length, 1);
    assert.equal(await figures(holder), '5 0');
  });

  it('gives a request that was done again also while its wallet is suspended', async () => {
    const holder = somebody();
    const wanted = movement(holder);
    const { accountId } = await wallets().move(wanted);
    await wallets().setStatus(holder.merchantId, accountId, {
      status: 'suspended',
      now: CREATED_AT,
    });
    assert.equal((await wallets().move(wanted)).status, 'completed');
    assert.equal(await figures(holder), '5 0');
  });

  for (const [how, status, expected] of [
    ['debit_payment', 'completed', '2 0'],
    ['release', 'canceled', '5 0'],
    ['expire', 'expired', '5 0'],
  ] as const)
    it(`ends a reservation once by ${how}, whoever else asks at the same time`, async function () {
      this.timeout(120_000);
      const holder = somebody();
      const { merchantId } = holder;
      await wallets().move(movement(holder));
      const { key } = await wallets().move(movement(holder, { type: 'reserve', amount: kwd('3') }));
      assert.equal(await figures(holder), '5 3');
      const done = await Promise.all(
        Array.from({ length: 20 }, () =>
          wallets().conclude({ merchantId, key }, how, CREATED_AT + 5),
        ),
      );
      assert.ok(done.every((one) => one.status === status));
      assert.equal(await figures(holder), expected);
      assert.deepEqual(
        (await entriesOf(holder)).map(({ type }) => type),
        ['credit_refund', 'reserve', how],
      );
    });

  it('lets one of spending and giving back win', async function () {
    this.timeout(120_000);
    for (let round = 0; round < 5; round += 1) {
      const holder = somebody();
      const { merchantId } = holder;
      await wallets().move(movement(holder));
      const { key } = await wallets().move(movement(holder, { type: 'reserve', amount: kwd('3') }));
      const done = await Promise.allSettled(
        (['debit_payment', 'release', 'expire'] as const).map((how) =>
          wallets().conclude({ merchantId, key }, how, CREATED_AT),
        ),
      );
      assert.equal(done.filter((one) => one.status === 'fulfilled').length, 1);
      assert.match(await figures(holder), /^[25] 0$/);
    }
  });

  it('gives back what was spent, once', async () => {
    const holder = somebody();
    const { merchantId } = holder;
    await wallets().move(movement(holder));
    const { key } = await wallets().move(movement(holder, { type: 'reserve', amount: kwd('3') }));
    await wallets().conclude({ merchantId, key }, 'debit_payment', CREATED_AT);
    for (const _again of [1, 2])
      await wallets().conclude({ merchantId, key }, 'reversal', CREATED_AT);
    assert.equal(await figures(holder), '5 0');
  });

  it('concludes nothing of another merchant', async () => {
    const holder = somebody();
    await wallets().move(movement(holder));
    const { key } = await wallets().move(movement(holder, { type: 'reserve' }));
    await assert.rejects(
      wallets().conclude({ merchantId: aMerchantId('other-shop'), key }, 'release', CREATED_AT),
      (error) => isRefusal(error, 'not_found'),
    );
    assert.equal(await figures(holder), '5 5');
  });

  it('stays whole under random traffic', async function () {
    this.timeout(120_000);
    const steps = fc.sample(
      fc.record({
        type: fc.constantFrom('credit_refund', 'credit_adjustment', 'debit_adjustment', 'reserve'),
        fils: fc.integer({ min: 1, max: 4000 }),
      }),
      45,
    );
    const holder = somebody();
    const amountOfStep = (fils: number): Money => money(fils, holder.currency);
    await Promise.allSettled(
      steps.map(({ type, fils }) =>
        wallets().move(movement(holder, { type, amount: amountOfStep(fils) })),
      ),
    );
    await figures(holder);
    const account = await wallets().find(holder);
    assert.ok(account && availableBalance(account).minor >= 0 && account.reserved.minor >= 0);
  });

  it('lists entries page by page, forward and back, newest first', async () => {
    const holder = somebody();
    const { merchantId } = holder;
    const ids: number[] = [];
    let accountId = '';
    for (let at = 0; at < 7; at += 1) {
      const operation = await wallets().move(movement(holder));
      ({ accountId } = operation);
      ids.unshift(operation.id);
    }
    const list = (cursor: number | undefined, direction: 'forward' | 'backward') =>
      wallets().listEntries(
        merchantId,
        { accountIds: [accountId] },
        { direction, perPage: 3, ...(cursor !== undefined && { cursor }) },
      );
    const shown = async (...args: Parameters<typeof list>) => {
      const { results, hasNext, hasPrevious, count: all } = await list(...args);
      assert.equal(all, 7);
      const places = results.map(({ id }) => ids.indexOf(id)).join('');
      return `${hasPrevious ? '<' : ''}${places}${hasNext ? '>' : ''}`;
    };
    assert.equal(await shown(undefined, 'forward'), '012>');
    assert.equal(await shown(ids[2], 'forward'), '<345>');
    assert.equal(await shown(ids[5], 'forward'), '<6');
    assert.equal(await shown(ids[6], 'backward'), '<345>');
    assert.equal(await shown(ids[3], 'backward'), '012>');
    assert.equal(await shown(undefined, 'backward'), '<456');
  });
});

function movement(holder: Holder, given: Partial<MovementRequest> = {}): MovementRequest {
  return {
    holder,
    key: randomUUID(),
    type: 'credit_refund',
    amount: kwd('5'),
    origin: { sessionId: sessionOf('a1'), pgCode: codeOf('card') },
    now: CREATED_AT,
    ...given,
  };
}

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof Refusal && error.code === code;
}
