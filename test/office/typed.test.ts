import assert from 'node:assert/strict';
import { amountTyped, filtersTyped } from '../../office/typed.ts';

describe('what is typed into the office', () => {
  it('is an amount in the digits and signs of Arabic, too, and never another one', () => {
    const read = [
      ['١٢٫٥', 'KWD', '12.5'],
      [' ١٬٢٣٤٫٥٠٠ ', 'KWD', '1234.500'],
      ['١٬٥٠٠', 'KWD', '1500'],
      ['١٬٥٠٠', undefined, '1500'],
      ['۱۲', 'XXX', '12'],
      ['1,234.500', 'KWD', '1234.500'],
      ['1,500', 'JPY', '1500'],
      // What could be one and a half, and what is no amount, is refused as it stands.
      ['1,500', 'KWD', '1,500'],
      ['1,500', undefined, '1,500'],
      ['١٬٢٣', 'KWD', '1٬23'],
      ['خمسة', 'KWD', 'خمسة'],
    ] as const;
    for (const [text, currency, amount] of read)
      assert.equal(amountTyped(text, currency), amount, text);
  });

  it('is a filter of amounts, days and cards in them, and leaves names and order numbers as they are', () => {
    assert.deepEqual(
      filtersTyped({
        amount_min: '١٬٠٠٠',
        amount_max: '٢٬٠٠٠٫٢٥',
        currency_code: 'KWD',
        created_after: '٢٠٢٦-١١-٠١',
        paid_before: '۲۰۲۶-۱۱-۳۰',
        last4: '١٨٨١',
        order_no: '١٢',
        q: '١٢٫٥',
      }),
      {
        amount_min: '1000',
        amount_max: '2000.25',
        currency_code: 'KWD',
        created_after: '2026-11-01',
        paid_before: '2026-11-30',
        last4: '1881',
        order_no: '١٢',
        q: '١٢٫٥',
      },
    );
  });
});
