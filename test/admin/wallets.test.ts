import assert from 'node:assert/strict';
import { verifyWallets } from '../../admin/ledger/wallets.ts';
import { wordsOf } from '../../admin/ledger/words.ts';
import type { Difference } from '../../domain/ledger/difference.ts';
import type { MovementRequest } from '../../store/wallets.ts';
import type { Store } from '../../store/index.ts';
import { CREATED_AT, kwd, aMerchantId } from '../support/builders.ts';
import { HOLDER } from '../support/wallets.ts';
import { useAdmin } from './support/command-line.ts';

const PEARL = aMerchantId('pearl');
const WHY = ['--reason', 'Asked for by the customer', '--merchant', 'pearl'] as const;

describe('the command line of wallets', function () {
  this.timeout(120_000);
  const { database, run, runOn, done, refused, audit } = useAdmin();
  let id = '';
  before(async () => {
    await done(['merchants', 'create', 'pearl', '--name', 'Pearl Shop']);
    ({ accountId: id } = await database().store.wallets.move({
      holder: { ...HOLDER, merchantId: PEARL },
      key: 'a refund',
      type: 'credit_refund',
      amount: kwd('5'),
      origin: {},
      now: CREATED_AT,
    }));
  });
  const balance = async () => (await database().store.wallets.account(PEARL, id))?.balance;
  const posted = () =>
    database().connection.collection('ledger').countDocuments({ event: 'wallet-adjustment' });
  const status = async () => (await database().store.wallets.account(PEARL, id))?.status;

  it('lists the wallets of a customer', async () => {
    const [wallet] = await done(['wallets', 'list', '--customer', HOLDER.customerId]);
    assert.deepEqual(wallet, {
      id,
      customer: HOLDER.customerId,
      status: 'active',
      balance: 'KWD 5.000',
      available: 'KWD 5.000',
      sandbox: false,
    });
  });

  it('puts money in and takes it out, and says who and why', async () => {
    await done(['wallets', 'credit', id, '2.5', ...WHY]);
    assert.deepEqual(await balance(), kwd('7.5'));
    const { operation } = await done(['wallets', 'debit', id, '1', ...WHY]);
    assert.deepEqual(await balance(), kwd('6.5'));
    const kept = await database().store.wallets.operation(PEARL, operation);
    assert.deepEqual([kept?.by, kept?.reason], ['layla', 'Asked for by the customer']);
    const action = (await audit()).at(-1)?.['action'];
    assert.deepEqual(action, {
      name: 'admin',
      command: 'wallets debit',
      merchantId: 'pearl',
      subject: id,
      change: {
        amount: '1.000',
        currency: 'KWD',
        reason: 'Asked for by the customer',
        key: kept?.key.replace(/^adjustment:/, ''),
      },
    });
    const [latest] = await done(['wallets', 'show', id]);
    assert.equal(latest.type, 'debit_adjustment');
  });

  it('keeps the ledger even with the wallets, and names what it lacks', async () => {
    const { store } = database();
    const told = async ({ repairs = false } = {}) => {
      const lines: string[] = [];
      const tell = (one: Difference) => lines.push(wordsOf(one));
      const { posted } = await verifyWallets({
        books: store,
        settleMs: 0,
        tell,
        ...(repairs && { repairs: (_session, missing) => store.ledger.post(missing) }),
      });
      return { lines, posted };
    };
    // The refund of the beginning was written past the ledger: it alone is missing.
    const past = 'wallets: the ledger and the wallets disagree about what customers own';
    const { lines } = await told();
    assert.deepEqual(lines, [
      `${past}: all wallets of pearl KWD: ledger KWD 1.500, other KWD 6.500`,
    ]);
    const removed = await database()
      .connection.collection('ledger')
      .deleteOne({ event: 'wallet-adjustment', 'lines.amount.minor': 2500 });
    assert.equal(removed.deletedCount, 1);
    const [first] = (await told()).lines;
    assert.match(first ?? '', /^not-posted: .*wallet-adjustment of pearl wallet-\d+: /);
    assert.equal((await told({ repairs: true })).posted, 1);
    assert.deepEqual((await told()).lines, lines);
  });

  for (const [what, args] of [
    ['more than there is', ['debit', '900']],
    ['nothing', ['credit', '0']],
    ['what is no amount', ['credit', '1.2345']],
  ] as const)
    it(`moves not ${what}`, async () => {
      const before = await balance();
      const [verb, amount] = args;
      const { code } = await refused(['wallets', verb, id, amount, ...WHY]);
      assert.equal(code, 2);
      assert.deepEqual(await balance(), before);
    });

  describe('of which something fails once the money may move', () => {
    /** A wallet of its own, with KWD 5 in it. */
    let own = '';
    let customers = 0;
    beforeEach(async () => {
      customers += 1;
      ({ accountId: own } = await database().store.wallets.move({
        holder: { ...HOLDER, merchantId: PEARL, customerId: `unlucky-${customers}` },
        key: `a refund of ${customers}`,
        type: 'credit_refund',
        amount: kwd('5'),
        origin: {},
        now: CREATED_AT,
      }));
    });
    const held = async () => (await database().store.wallets.account(PEARL, own))?.balance;
    const credit = (...more: readonly string[]) => ['wallets', 'credit', own, '2', ...WHY, ...more];

    it('shows what has moved where the ledger cannot be told, and says who puts that right', async () => {
      const before = await posted();
      const { code, out, err } = await runOn(withoutLedger, credit());
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /balance +KWD 7\.000/);
      assert.match(out, /ledger verify --repair/);
      assert.deepEqual([await held(), await posted()], [kwd('7'), before]);
    });

    it('shows what has moved where the answer to it was lost', async () => {
      const before = await posted();
      const { code, out, err } = await runOn(withLostAnswer, credit());
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /balance +KWD 7\.000/);
      assert.doesNotMatch(out, /ledger/);
      assert.deepEqual([await held(), await posted()], [kwd('7'), before + 1]);
    });

    for (const [what, stores, moved] of [
      ['it cannot be read whether it has moved', withNothingToRead, '7'],
      ['nothing of it is there', withoutMove, '5'],
    ] as const)
      it(`names the key by which it can be typed again where ${what}, and moves it once then`, async () => {
        const { code, out, err } = await runOn(stores, credit());
        assert.deepEqual([code, out], [1, '']);
        const [, key = ''] = /only with --key (\S+):/.exec(err) ?? [];
        assert.deepEqual(await held(), kwd(moved));
        for (let times = 0; times < 2; times += 1) {
          const { balance } = await done(credit('--key', key));
          assert.equal(balance, 'KWD 7.000');
        }
        assert.deepEqual(await held(), kwd('7'));
        const acts = (await audit()).slice(-3).map(({ action }) => action.change.key);
        assert.deepEqual(acts, [key, key, key]);
      });

    it('moves once under a key, and posts then what the ledger lacks of it', async () => {
      const before = await posted();
      const keyed = credit('--key', `ticket-${customers}`);
      const { code } = await runOn(withoutLedger, keyed);
      assert.deepEqual([code, await posted()], [0, before]);
      const first = await done(keyed);
      assert.deepEqual(await done(keyed), first);
      assert.deepEqual([await held(), await posted()], [kwd('7'), before + 1]);
    });

    it('refuses a key that stands for another sum, wallet or direction', async () => {
      const key = ['--key', `ticket-${customers}`];
      await done(credit(...key));
      for (const other of [
        ['credit', own, '3'],
        ['debit', own, '2'],
        ['credit', id, '2'],
      ]) {
        const { code, err } = await refused(['wallets', ...other, ...WHY, ...key]);
        assert.equal(code, 4, err);
        assert.match(err, /KWD 2\.000/);
      }
      assert.deepEqual(await held(), kwd('7'));
      const { code } = await run(credit('--key', 'of two words'));
      assert.equal(code, 2);
    });

    it('says no where a rule does, not that nobody knows', async () => {
      const { code, err } = await run(['wallets', 'debit', own, '900', ...WHY]);
      assert.equal(code, 2);
      assert.doesNotMatch(err, /--key/);
    });
  });

  it('suspends, reactivates, and closes what is empty', async () => {
    await done(['wallets', 'suspend', id, ...WHY]);
    assert.equal(await status(), 'suspended');
    await done(['wallets', 'reactivate', id, ...WHY]);
    assert.equal(await status(), 'active');
    const { code } = await refused(['wallets', 'close', id, '--yes', ...WHY]);
    assert.equal(code, 2);
    await done(['wallets', 'debit', id, '6.5', ...WHY]);
    await done(['wallets', 'close', id, '--yes', ...WHY]);
    assert.equal(await status(), 'closed');
    assert.equal((await refused(['wallets', 'reactivate', id, ...WHY])).code, 2);
  });

  it('wants a reason, and a wallet that there is', async () => {
    assert.equal((await refused(['wallets', 'suspend', id, '--merchant', 'pearl'])).code, 2);
    assert.equal((await refused(['wallets', 'suspend', 'none', ...WHY])).code, 3);
  });

  it("sets a merchant's policy, part by part", async () => {
    await done(['wallets', 'policy', '--highest-credit', 'KWD 100, USD 300']);
    assert.deepEqual(
      await done(['wallets', 'policy', '--currencies', 'KWD', '--highest-balance', 'KWD 500']),
      {
        currencies: ['KWD'],
        highestCredit: ['KWD 100.000', 'USD 300.00'],
        highestBalance: ['KWD 500.000'],
      },
    );
    const { walletPolicy } = await done(['merchants', 'set', 'pearl', '--staff-language', 'ar']);
    assert.deepEqual(walletPolicy.highestCredit, ['KWD 100.000', 'USD 300.00']);
    const merchant = await database().store.merchants.find(PEARL);
    assert.deepEqual(merchant?.walletPolicy?.highestBalance, [kwd('500')]);
    for (const wrong of ['KWD much', 'KWD 1 000', 'KWD 100, KWD 500'])
      assert.equal(
        (await refused(['wallets', 'policy', '--highest-credit', wrong])).code,
        2,
        wrong,
      );
  });

  it('takes each part of the policy away by an empty list', async () => {
    assert.deepEqual(
      await done(['wallets', 'policy', '--currencies', '', '--highest-credit', '']),
      {
        currencies: 'all',
        highestCredit: [],
        highestBalance: ['KWD 500.000'],
      },
    );
    const merchant = await database().store.merchants.find(PEARL);
    assert.deepEqual(merchant?.walletPolicy, { highestBalance: [kwd('500')] });
  });
});

const outage = () => Promise.reject(new Error('The primary has stepped down.'));

function withoutLedger(store: Store): Store {
  return { ...store, ledger: { ...store.ledger, post: outage } };
}

function withoutMove(store: Store): Store {
  return { ...store, wallets: { ...store.wallets, move: outage } };
}

/** The money moves, and nobody is told. */
function withLostAnswer(store: Store): Store {
  const move = async (request: MovementRequest) => {
    await store.wallets.move(request);
    return outage();
  };
  return { ...store, wallets: { ...store.wallets, move } };
}

function withNothingToRead(store: Store): Store {
  const lost = withLostAnswer(store);
  return { ...lost, wallets: { ...lost.wallets, operationOf: outage } };
}
