import assert from 'node:assert/strict';
import { readCard } from '../../simulator/card-entry.ts';
import type { CardFault, CardForm } from '../../simulator/card-entry.ts';
import { GOOD_CARD } from './support.ts';

const NOW = new Date('2026-08-15T10:00:00Z');
const CARD = { ...GOOD_CARD, expiry: '12/31' };

function faultsOf(over: Partial<CardForm>) {
  const reading = readCard({ ...CARD, ...over }, NOW);
  return reading.ok ? {} : reading.faults;
}

describe('a card form', () => {
  it('gives the masked card and nothing that could pay', () => {
    assert.deepEqual(readCard({ ...CARD, name: '  Sara   Al-Ali ' }, NOW), {
      ok: true,
      number: '4242424242424242',
      card: {
        brand: 'visa',
        masked: '424242******4242',
        last4: '4242',
        expiryMonth: '12',
        expiryYear: '2031',
        issuer: 'Sandbox Bank',
        holder: 'Sara Al-Ali',
      },
    });
  });

  it('masks fifteen digits as fifteen characters', () => {
    const reading = readCard({ ...CARD, number: '3782 822463 10005', cvv: '1234' }, NOW);
    assert.equal(reading.ok && reading.card.masked, '378282*****0005');
  });

  it('takes Arabic digits, spaces and dashes', () => {
    assert.deepEqual(
      faultsOf({ number: '٤٢٤٢ ٤٢٤٢-٤٢٤٢ ٤٢٤٢', expiry: '١٢/٣١', cvv: '١٢٣', name: 'سارة العلي' }),
      {},
    );
  });

  for (const expiry of ['8/26', '08/26', '08/2026', '0826', '082026', '08 / 26', '08-26', '8/2026'])
    it(`takes the expiry ${expiry}, this very month`, () => {
      const reading = readCard({ ...CARD, expiry }, NOW);
      assert.ok(reading.ok);
      assert.equal(`${reading.card.expiryMonth} ${reading.card.expiryYear}`, '08 2026');
    });

  const wrong: readonly (readonly [keyof CardForm, string, CardFault])[] = [
    ['name', '  ', 'name-missing'],
    ['name', '4242 4242 4242 4242', 'name-digits'],
    ['name', 'سارة ٤٢٤٢', 'name-digits'],
    ['name', 'x'.repeat(65), 'name-long'],
    ['number', '', 'number-missing'],
    ['number', '4242424242424241', 'number-wrong'],
    ['number', '42424242', 'number-wrong'],
    ['number', '4242abcd42424242', 'number-wrong'],
    ['number', '6011111111111117', 'number-brand'],
    ['number', '42424242424242426', 'number-wrong'],
    ['expiry', '', 'expiry-missing'],
    ['expiry', '07/26', 'expiry-past'],
    ['expiry', '12/25', 'expiry-past'],
    ['expiry', '13/30', 'expiry-wrong'],
    ['expiry', '00/30', 'expiry-wrong'],
    ['expiry', '30/12', 'expiry-wrong'],
    ['expiry', 'soon', 'expiry-wrong'],
    ['expiry', '127', 'expiry-wrong'],
    ['expiry', '09/2046', 'expiry-wrong'],
    ['cvv', '', 'cvv-missing'],
    ['cvv', '12', 'cvv-wrong'],
    ['cvv', '1234', 'cvv-wrong'],
    ['cvv', '12a', 'cvv-wrong'],
  ];
  for (const [field, value, fault] of wrong)
    it(`names ${fault} when ${field} is "${value.slice(0, 20)}"`, () => {
      assert.deepEqual(faultsOf({ [field]: value }), { [field]: fault });
    });

  it('asks four digits on the front of an American Express card', () => {
    assert.deepEqual(faultsOf({ number: '378282246310005', cvv: '123' }), { cvv: 'cvv-wrong' });
  });

  it('names every fault at once', () => {
    assert.deepEqual(Object.keys(faultsOf({ name: '', number: '', expiry: '', cvv: '' })), [
      'name',
      'number',
      'expiry',
      'cvv',
    ]);
  });
});
