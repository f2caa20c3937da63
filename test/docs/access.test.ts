import assert from 'node:assert/strict';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { PERMISSIONS } from '../../domain/permission.ts';
import { docPage, section } from './support.ts';

describe('the table of who may do what', () => {
  const text = section(docPage('docs/merchants.md'), '## Who may do what');
  const told = new Map(
    [...text.matchAll(/^\| `([A-Z]+ \/[^`]+)` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(
      ([, route = '', key = '', user = '']) => [route, { key, user }],
    ),
  );
  const rows: readonly Route[] = ROUTES.filter(
    ({ who }: Route) => who.length > 0 && !who.includes('operator') && !who.includes('login'),
  );

  it('has every route that somebody needs a key or a permission for, and no other', () => {
    assert.deepEqual([...told.keys()].toSorted(), rows.map(nameOf).toSorted());
  });

  for (const row of rows)
    it(`says of ${nameOf(row)} what the API does`, () => {
      const { key, user } = told.get(nameOf(row)) ?? { key: '', user: '' };
      assert.equal(key.includes('public'), row.who.includes('public-key'));
      assert.equal(user === 'users may not', !row.who.includes('user'));
      const named = [...user.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      assert.deepEqual(
        named.filter((name) => PERMISSIONS.some((known) => known === name)).toSorted(),
        [...(row.permissions === 'none' ? [] : (row.permissions ?? []))].toSorted(),
      );
      assert.equal(row.uses !== undefined && named.includes(row.uses), row.uses !== undefined);
    });
});

function nameOf({ method, path }: Route): string {
  return `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}/`;
}
