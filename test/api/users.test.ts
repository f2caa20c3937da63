import assert from 'node:assert/strict';
import { userRoutes } from '../../api/users/routes.ts';
import { merchantId } from '../../domain/ids.ts';
import type { User } from '../../domain/user.ts';
import { anOffice, browse, loggedIn, PASSWORD, type OfficeApp } from '../office/office-app.ts';
import { useDatabase } from '../store/database.ts';
import { basicOf } from './support/people.ts';

describe('deciding about other people', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  before(async () => {
    office = await anOffice(database().store, userRoutes);
  });
  after(() => office.close());

  /** Asks as somebody, who shows who they are unless it is said otherwise. */
  const ask = async (who: User, method: string, path: string, shown = PASSWORD) => {
    const response = await fetch(`${office.url}/b/admin/v1/users/${path}`, {
      method,
      headers: {
        Authorization: basicOf(who.username, PASSWORD),
        'X-Step-Up': encodeURIComponent(shown),
      },
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const isIn = async (cookie: string) =>
    (await browse(`${office.url}/office`, { cookie })).location === '/office/payments';

  it('lets somebody in no more, ends their logins, and lets them in again', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    const clerk = await office.person();
    const cookie = await loggedIn(office, clerk);
    const { body } = await ask(chief, 'GET', `${clerk.id}/logins/`);
    assert.equal(body.results.length, 1);
    const off = await ask(chief, 'POST', `${clerk.id}/deactivate/`);
    assert.deepEqual([off.status, off.body.active, await isIn(cookie)], [200, false, false]);
    const on = await ask(chief, 'POST', `${clerk.id}/activate/`);
    assert.deepEqual([on.status, on.body.active, await isIn(cookie)], [200, true, false]);
    const listed = await ask(chief, 'GET', '');
    assert.ok(listed.body.results.some(({ id }: User) => id === clerk.id));
    assert.doesNotMatch(JSON.stringify(listed.body), /argon2|password/i);
  });

  it('ends the logins of somebody', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    const clerk = await office.person();
    const cookie = await loggedIn(office, clerk);
    assert.equal((await ask(chief, 'DELETE', `${clerk.id}/logins/`)).status, 204);
    assert.equal(await isIn(cookie), false);
  });

  it('is refused about oneself, about a superuser, of another merchant, and without showing who one is', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    const boss = await office.person({ superuser: true });
    const clerk = await office.person();
    const elsewhere = merchantId('elsewhere');
    assert.ok(elsewhere);
    const stranger = await office.person({ merchantId: elsewhere, superuser: true });
    const cookies = await Promise.all([chief, boss, clerk].map((one) => loggedIn(office, one)));
    const answers = [
      await ask(chief, 'POST', `${chief.id}/deactivate/`),
      await ask(boss, 'POST', `${boss.id}/deactivate/`),
      await ask(chief, 'POST', `${boss.id}/deactivate/`),
      await ask(chief, 'DELETE', `${boss.id}/logins/`),
      await ask(stranger, 'POST', `${clerk.id + 1000}/deactivate/`),
      await ask(chief, 'GET', 'x/logins/'),
      await ask(clerk, 'POST', `${chief.id}/deactivate/`),
      await ask(chief, 'POST', `${clerk.id}/deactivate/`, 'wrong'),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403, 403, 404, 404, 403, 401],
    );
    // The number of a user is one of their merchant.
    await ask(stranger, 'POST', `${clerk.id}/deactivate/`);
    for (const cookie of cookies) assert.ok(await isIn(cookie));
    assert.equal((await ask(boss, 'POST', `${chief.id}/deactivate/`)).status, 200);
  });
});
