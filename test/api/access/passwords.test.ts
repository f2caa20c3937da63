import assert from 'node:assert/strict';
import { byPassword } from '../../../api/access/passwords.ts';
import type { User } from '../../../domain/user.ts';
import { isPassword, passwordHash } from '../../../store/password.ts';
import type { UserWithSecret } from '../../../store/users.ts';
import { SHOP } from '../../support/builders.ts';

const USER: User = {
  id: 1,
  merchantId: SHOP,
  username: 'huda',
  email: 'huda@shop.example',
  active: true,
  superuser: false,
  service: false,
  permissions: [],
};

describe('a password', () => {
  let kept: string;
  before(async () => {
    kept = await passwordHash('right');
  });

  it('is kept by argon2id, with a salt of its own each time', async () => {
    assert.match(kept, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.notEqual(await passwordHash('right'), kept);
  });

  it('is right, or it is not', async () => {
    assert.equal(await isPassword('right', kept), true);
    for (const wrong of ['', 'Right', 'right ', 'righ', 'right\0'])
      assert.equal(await isPassword(wrong, kept), false, wrong);
  });

  it('of nobody is never right, and costs as much to find wrong', async () => {
    assert.equal(await isPassword('right', undefined), false);
    const known = await timed(() => isPassword('wrong', kept));
    const unknown = await timed(() => isPassword('wrong', undefined));
    assert.ok(unknown > known / 4, `${unknown} ms for nobody, ${known} ms for somebody`);
  });
});

describe('finding a user by their password', () => {
  let secret: UserWithSecret;
  let known: (name: string) => Promise<UserWithSecret | undefined>;
  beforeEach(async () => {
    secret = { user: USER, passwordHash: await passwordHash('right'), passwordSince: 0 };
    known = (name) => Promise.resolve(name === 'huda' ? secret : undefined);
  });

  it('gives the user, and nobody for anything else', async () => {
    const find = byPassword({ findSecret: (name) => known(name) });
    assert.equal((await find('huda', 'right', anybody))?.user, USER);
    assert.equal(await find('huda', 'wrong', anybody), undefined);
    assert.equal(await find('nobody', 'right', anybody), undefined);
  });

  it('is quick the second time', async () => {
    const find = byPassword({ findSecret: (name) => known(name) });
    const first = await timed(() => find('huda', 'right', anybody), 1);
    const second = await timed(() => find('huda', 'right', anybody));
    assert.ok(second < first / 3, `${second} ms after ${first} ms`);
  });

  it('forgets the old password in the moment in which there is another', async () => {
    const find = byPassword({ findSecret: (name) => known(name) });
    assert.ok(await find('huda', 'right', anybody));
    secret = { ...secret, passwordHash: await passwordHash('another') };
    assert.equal(await find('huda', 'right', anybody), undefined);
    assert.ok(await find('huda', 'another', anybody));
  });

  it('lets in no more whom it remembers, when they are let in no more', async () => {
    const find = byPassword({ findSecret: (name) => known(name) });
    assert.ok(await find('huda', 'right', isActive));
    secret = { ...secret, user: { ...USER, active: false } };
    assert.equal(await find('huda', 'right', isActive), undefined);
  });

  it('computes the right password of who is not let in each time, as a wrong one', async () => {
    const computed: string[] = [];
    const find = byPassword({ findSecret: (name) => known(name) }, (password) => {
      computed.push(password);
      return Promise.resolve(password === 'right');
    });
    for (const _ of [1, 2, 3]) assert.equal(await find('huda', 'right', nobody), undefined);
    assert.equal(computed.length, 3);
    // Also where it is remembered, because they were let in elsewhere a moment ago.
    assert.ok(await find('huda', 'right', anybody));
    assert.ok(await find('huda', 'right', anybody));
    assert.equal(computed.length, 4);
    assert.equal(await find('huda', 'right', nobody), undefined);
    assert.equal(computed.length, 5);
  });
});

function anybody(): boolean {
  return true;
}

function nobody(): boolean {
  return false;
}

function isActive({ active }: User): boolean {
  return active;
}

/** The median of some runs, in milliseconds of a processor: how long others keep the machine from it counts for nothing. */
async function timed(run: () => Promise<unknown>, runs = 5): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < runs; count += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}
