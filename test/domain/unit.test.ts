import assert from 'node:assert/strict';
import { asUnit, unitCode, type Unit } from '../../domain/unit.ts';
import { aMerchant, SHOP } from '../support/builders.ts';

describe('a unit', () => {
  it('has a slug for its code', () => {
    for (const text of ['airport', 'A-1_b', 'x'.repeat(50)]) assert.equal(unitCode(text), text);
    for (const text of ['', 'a b', 'a.b', 'x'.repeat(51)]) assert.equal(unitCode(text), undefined);
  });

  it("overrides the plugins' settings, and leaves the rest of the merchant", () => {
    const merchant = aMerchant();
    const overrides = { expirationSeconds: 600, webhookUrl: 'https://airport.example/hook' };
    const unit = { merchantId: SHOP, code: 'airport', name: 'Airport', overrides };
    const { plugins, ...rest } = asUnit(merchant, unit);
    const { plugins: before_, ...restBefore } = merchant;
    assert.deepEqual(rest, restBefore);
    assert.deepEqual(plugins.e_commerce, { ...before_.e_commerce, ...overrides });
    assert.deepEqual(plugins.payment_request, { ...before_.payment_request, ...overrides });
    assert.equal(asUnit(merchant, undefined), merchant);
  });

  it('looks as it says, and as the merchant where it says nothing', () => {
    const merchant = aMerchant({ logo: 'a.png', favicon: 'b.png', accent: '#0c5049' });
    const unit = { merchantId: SHOP, code: 'airport', name: 'Airport', overrides: {} };
    const looksOf = (own: Partial<Unit>) => {
      const { logo, favicon, accent } = asUnit(merchant, { ...unit, ...own });
      return { logo, favicon, accent };
    };
    const { logo, favicon, accent } = merchant;
    assert.deepEqual(looksOf({}), { logo, favicon, accent });
    assert.deepEqual(looksOf({ accent: '#ffd400' }), { logo, favicon, accent: '#ffd400' });
    assert.deepEqual(looksOf({ favicon: 'c.png' }), { logo, favicon: 'c.png', accent });
  });
});
