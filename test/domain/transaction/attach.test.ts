import assert from 'node:assert/strict';
import { mintShortCode } from '../../../domain/ids.ts';
import { attach } from '../../../domain/transaction/attach.ts';
import { edit } from '../../../domain/transaction/edit.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import { aTransaction } from '../../support/builders.ts';

const BILL = { file: `bill_${'a'.repeat(32)}.pdf`, name: 'bill.pdf' };
const CODE = mintShortCode(new Uint8Array(8));

describe('attaching a file', () => {
  for (const state of TRANSACTION_STATES)
    it(`works while the transaction is ${state}, and changes nothing else`, () => {
      const before = aTransaction({ state });
      assert.deepEqual(attach(before, { attachment: BILL }), { ...before, attachment: BILL });
    });

  it('replaces the file, and keeps the links that there are', () => {
    const before = aTransaction({
      attachment: { file: 'old', name: 'old.pdf' },
      handouts: { qrCode: true },
    });
    const after = attach(before, { attachment: BILL, attachmentCode: CODE });
    assert.deepEqual(after.attachment, BILL);
    assert.deepEqual(after.handouts, { qrCode: true, attachmentCode: CODE });
  });

  it('does not survive an edit whose terms have no file', () => {
    const before = aTransaction({ attachment: BILL, handouts: { qrCode: true } });
    const { amount, pgCodes, customer, language, expirationSeconds, methods, kind } = before;
    const terms = { amount, pgCodes, customer, language, expirationSeconds };
    const after = edit(before, { seenVersion: 1, terms, methods, kind }, 0);
    assert.equal('attachment' in after || 'handouts' in after, false);
  });
});
