import assert from 'node:assert/strict';
import { labelled, PG_PARAM_KEYS } from '../../../domain/webhook/pg-params.ts';

/** The keys that were published first; three more are newer. */
const SPECIFIED =
  `auth_code card_type card_holder cardholder_email card_expiry_month card_expiry_year
  full_card_expiry card_number card_issuer ref result track_id post_date transaction_id payment_id pg_message
  receipt_no transaction_no decision dcc_payer_amount dcc_payer_currency dcc_payer_exchange_rate rrn`.split(
    /\s+/,
  );

describe('the gateway parameters', () => {
  it('are the 23 keys of the specification and three newer ones, each once', () => {
    assert.equal(SPECIFIED.length, 23);
    assert.deepEqual(
      PG_PARAM_KEYS.toSorted(),
      [...SPECIFIED, 'card_details', 'card_expiry', 'order_id'].toSorted(),
    );
  });

  const LABELS = [
    ['auth_code', 'Auth Code', 'رمز التفويض'],
    ['full_card_expiry', 'Full Card Expiry', 'تاريخ انتهاء البطاقة بالكامل'],
    ['transaction_no', 'Transaction NO', 'رقم المعاملة'],
    ['dcc_payer_exchange_rate', 'DCC Payer Exchange Rate', 'سعر صرف الدافع (DCC)'],
    ['rrn', 'RRN - Retrieval Reference Number', 'رقم استرجاع المرجع'],
    ['order_id', 'Order ID', 'رقم الطلب'],
  ] as const;
  for (const [key, verbose_name_en, verbose_name_ar] of LABELS)
    it(`label ${key} "${verbose_name_en}" and "${verbose_name_ar}"`, () => {
      assert.deepEqual(labelled({ [key]: 'A83921' }), {
        [key]: { value: 'A83921', verbose_name_en, verbose_name_ar },
      });
    });

  it('have a Latin label and an Arabic label for every key', () => {
    const all = labelled(Object.fromEntries(PG_PARAM_KEYS.map((key) => [key, 'x'])));
    for (const key of PG_PARAM_KEYS) {
      assert.match(all[key]?.verbose_name_en ?? '', /^[A-Z][A-Za-z -]+$/, key);
      assert.match(
        all[key]?.verbose_name_ar ?? '',
        /^\p{Script=Arabic}[\p{Script=Arabic} ()DC]+$/u,
        key,
      );
    }
  });

  it('leave out what has no value and keep "0"', () => {
    assert.deepEqual(Object.keys(labelled({ auth_code: undefined, card_type: '', ref: '0' })), [
      'ref',
    ]);
    assert.deepEqual(labelled({}), {});
  });

  it('leave out keys that no label is known for', () => {
    const answer = { auth_code: 'A1', secret: 'x', toString: 'y' };
    assert.deepEqual(Object.keys(labelled(answer)), ['auth_code']);
  });
});
