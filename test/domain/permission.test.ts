import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  permission,
  PERMISSIONS,
  permits,
  typePermission,
  usePermission,
  viewableTypes,
} from '../../domain/permission.ts';
import { codeOf } from '../support/builders.ts';

const holder = (...permissions: readonly string[]) => ({
  superuser: false,
  permissions: permissions.flatMap((text) => permission(text) ?? []),
});

describe('a permission', () => {
  it('is known by its name, and nothing else is one', () => {
    for (const name of PERMISSIONS) assert.equal(permission(name), name);
    assert.equal(permission('gateway.use:card_kwd-1'), 'gateway.use:card_kwd-1');
    for (const text of [
      '',
      'payment.',
      'payment.Refund',
      'gateway.use:',
      'gateway.use:a b',
      '*',
      'toString',
    ])
      assert.equal(permission(text), undefined, text);
    assert.equal(permission(`gateway.use:${'a'.repeat(17)}`), undefined);
  });

  it('opens what it is for, and nothing else but what it implies', () => {
    const implied: readonly (readonly [string, readonly string[]])[] = [
      ['payment_request.add', ['payment_request.view']],
      ['payment_request.change', ['payment_request.view']],
      ['e_commerce.add', ['e_commerce.view']],
      ['e_commerce.change', ['e_commerce.view']],
      ['webhook.manage', ['webhook.view']],
      ['report.can_view_report', ['report.view_report']],
      ['report.view_report', ['report.can_view_report']],
      ['report.can_change_report', ['report.can_view_report', 'report.view_report']],
    ];
    const rows = new Map(implied);
    for (const given of PERMISSIONS)
      for (const needed of PERMISSIONS) {
        const expected = given === needed || (rows.get(given) ?? []).includes(needed);
        assert.equal(permits(holder(given), needed), expected, `${given} for ${needed}`);
      }
  });

  it('for one gateway opens no other', () => {
    const given = holder('gateway.use:card');
    assert.equal(permits(given, usePermission(codeOf('card'))), true);
    assert.equal(permits(given, usePermission(codeOf('cash'))), false);
  });

  it('is nothing that a superuser has to have, and all that nobody has', () => {
    const all = [
      ...PERMISSIONS,
      usePermission(codeOf('card')),
      typePermission('add', 'e_commerce'),
    ];
    for (const needed of all) {
      assert.equal(permits({ superuser: true, permissions: [] }, needed), true);
      assert.equal(permits(holder(), needed), false);
    }
  });

  it('to look at transactions is by their type, and everything that names a type implies it', () => {
    const rows: readonly (readonly [readonly string[], readonly string[]])[] = [
      [[], []],
      [['report.can_view_report', 'payment.inquiry', 'invoice.add'], []],
      [['e_commerce.view'], ['e_commerce']],
      [['payment_request.add'], ['payment_request']],
      [
        ['payment_request.change', 'e_commerce.add'],
        ['e_commerce', 'payment_request'],
      ],
    ];
    for (const [given, types] of rows) assert.deepEqual(viewableTypes(holder(...given)), types);
    assert.equal(viewableTypes({ superuser: true, permissions: [] }).length, 2);
  });

  it('more never means that less is allowed', () => {
    const some = fc.subarray([...PERMISSIONS]);
    fc.assert(
      fc.property(some, some, fc.constantFrom(...PERMISSIONS), (few, more, needed) => {
        if (permits(holder(...few), needed))
          assert.equal(permits(holder(...few, ...more), needed), true);
      }),
    );
  });
});
