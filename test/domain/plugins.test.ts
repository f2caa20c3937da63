import assert from 'node:assert/strict';
import { isOpenToPrograms, pluginOf } from '../../domain/plugins.ts';
import { aMerchant } from '../support/builders.ts';

describe('the settings of a plugin', () => {
  it('are those that the merchant has set', () => {
    const legacy = { enabled: true, customFields: ['civil_id'] };
    const merchant = aMerchant({ plugins: { ...aMerchant().plugins, legacy } });
    assert.deepEqual(pluginOf(merchant, 'legacy'), legacy);
    assert.deepEqual(pluginOf(merchant, 'e_commerce'), { enabled: true });
  });

  for (const name of ['invoice', 'legacy', 'bulk'] as const)
    it(`of ${name} are switched off for a merchant that was stored before there was one`, () => {
      assert.deepEqual(pluginOf(aMerchant(), name), { enabled: false });
    });

  const rows: readonly (readonly [boolean, boolean | undefined, boolean])[] = [
    [true, undefined, true],
    [true, true, true],
    [true, false, false],
    [false, undefined, false],
    [false, true, false],
  ];
  for (const [enabled, apiAccess, isOpen] of rows)
    it(`enabled ${enabled}, for programs ${apiAccess}: ${isOpen ? 'open' : 'closed'} to programs`, () => {
      const settings = { enabled, ...(apiAccess !== undefined && { apiAccess }) };
      assert.equal(isOpenToPrograms(settings), isOpen);
    });
});
