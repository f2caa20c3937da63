import assert from 'node:assert/strict';
import type { Route } from '../../api/access/route.ts';
import { ROUTE_NAMES, ROUTES } from '../../api/access/table.ts';
import { PERMISSIONS } from '../../domain/permission.ts';
import { page, section } from './support.ts';

describe('the table of who may do what', () => {
  const text = section(page('docs/merchants.md'), '## Who may do what');
  const told = new Map(
    [...text.matchAll(/^\| `([A-Z]+ \/[^`]+)` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(
      ([, route = '', key = '', user = '']) => [route, { key, user }],
    ),
  );
  const rows = ROUTE_NAMES.map((name): Route => ROUTES[name]).filter(
    ({ schemes }) => schemes.length > 0 && !schemes.includes('operator'),
  );

  it('has every route that somebody needs a key or a permission for, and no other', () => {
    assert.deepEqual([...told.keys()].toSorted(), rows.map(nameOf).toSorted());
  });

  for (const row of rows)
    it(`says of ${nameOf(row)} what the API does`, () => {
      const { key, user } = told.get(nameOf(row)) ?? { key: '', user: '' };
      assert.equal(key.includes('public'), row.schemes.includes('public-key'));
      assert.equal(user === 'users may not', !row.schemes.includes('user'));
      const named = [...user.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      assert.deepEqual(
        named.filter((name) => PERMISSIONS.some((known) => known === name)).toSorted(),
        [...(row.anyOf ?? [])].toSorted(),
      );
      assert.equal(row.uses !== undefined && named.includes(row.uses), row.uses !== undefined);
    });
});

function nameOf({ method, path }: Route): string {
  return `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}/`;
}
