import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  ATTACHMENT_EXTENSIONS,
  attachmentExtension,
  attachmentPath,
  baseName,
  fileIn,
  isStoredName,
  shownName,
  storedNameOf,
} from '../../domain/attachment.ts';

const RANDOM_BYTES = Uint8Array.from({ length: 16 }, (_one, index) => index);
const HEX = '000102030405060708090a0b0c0d0e0f';

describe('the name of an attachment', () => {
  for (const [given, name] of [
    ['bill.pdf', 'bill.pdf'],
    ['tests/demo-file.txt', 'demo-file.txt'],
    ['C:\\Users\\sara\\bill.pdf', 'bill.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['folder/', ''],
  ] as const)
    it(`of ${JSON.stringify(given)} is ${JSON.stringify(name)}`, () => {
      assert.equal(baseName(given), name);
      assert.equal(shownName(given), name);
    });

  it('is shown as one line that turns nothing around', () => {
    assert.equal(shownName('in/a\u202efdp\u2028.\u0007\u2066b\n\ud800.txt '), 'afdp.b.txt');
  });

  for (const extension of ATTACHMENT_EXTENSIONS)
    it(`may end in ${extension}, small or large`, () => {
      assert.equal(attachmentExtension(`a.${extension}`), extension);
      assert.equal(attachmentExtension(`a.b.${extension.toUpperCase()}`), extension);
    });

  for (const name of [
    '',
    'pdf',
    '.pdf',
    'a..pdf',
    'a.exe',
    'a.pdf.exe',
    'a.pdf ',
    'a.svg',
    'a.html',
  ])
    it(`cannot be ${JSON.stringify(name)}`, () => {
      assert.equal(attachmentExtension(name), undefined);
    });
});

describe('the name under which an attachment is stored', () => {
  for (const [name, stored] of [
    ['bill.pdf', `bill_${HEX}.pdf`],
    ['My bill (2).pdf', `My-bill-2_${HEX}.pdf`],
    ['فاتورة.pdf', `file_${HEX}.pdf`],
    ['--.pdf', `file_${HEX}.pdf`],
    [`${'long'.repeat(20)}.pdf`, `${'long'.repeat(10)}_${HEX}.pdf`],
  ] as const)
    it(`is ${stored} for ${name}`, () => {
      assert.equal(storedNameOf(name, 'pdf', RANDOM_BYTES), stored);
    });

  it('is found again in its path and address, whatever the name was', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...ATTACHMENT_EXTENSIONS),
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        (name, extension, randomBytes) => {
          const file = storedNameOf(`${name}.${extension}`, extension, randomBytes);
          assert.ok(isStoredName(file), file);
          assert.equal(fileIn(attachmentPath(file)), file);
          assert.equal(fileIn(`https://pay.example.com/media/${attachmentPath(file)}`), file);
        },
      ),
    );
  });

  for (const text of [
    `bill_${HEX}.pdf`,
    `payment_transactions/attachments/../bill_${HEX}.pdf`,
    `payment_transactions/attachments/%2e%2e/bill_${HEX}.pdf`,
    `payment_transactions/attachments/bill.pdf`,
    `payment_transactions/attachments/bill_${HEX}.pdf?x=.pdf`,
    `javascript:payment_transactions/attachments/bill_${HEX}.pdf`,
    `https://pay.example.com/payment_transactions/attachments/bill_${HEX}.pdf`,
  ])
    it(`is not in ${JSON.stringify(text)}`, () => {
      assert.equal(fileIn(text), undefined);
    });
});
