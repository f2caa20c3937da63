import assert from 'node:assert/strict';
import { lengthOf } from '../../../domain/notification/parts.ts';
import { e164 } from '../../../domain/phone.ts';

describe('the length of an SMS', () => {
  for (const [what, text, encoding, units, parts] of [
    ['nothing', '', 'gsm-7', 0, 1],
    ['what one message holds', 'a'.repeat(160), 'gsm-7', 160, 1],
    ['one letter more', 'a'.repeat(161), 'gsm-7', 161, 2],
    ['two full parts', 'a'.repeat(306), 'gsm-7', 306, 2],
    ['one letter more than two', 'a'.repeat(307), 'gsm-7', 307, 3],
    ['letters of the second table', '€'.repeat(80), 'gsm-7', 160, 1],
    ['one that would be cut in two', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm-7', 306, 3],
    ['Arabic', 'ا'.repeat(70), 'ucs-2', 70, 1],
    ['Arabic of two parts', 'ا'.repeat(71), 'ucs-2', 71, 2],
    ['Arabic of three', 'ا'.repeat(135), 'ucs-2', 135, 3],
    ['one Arabic letter among Latin ones', `${'a'.repeat(70)}ا`, 'ucs-2', 71, 2],
    ['pictures that are not cut in two', `${'ا'.repeat(66)}😀${'ا'.repeat(66)}`, 'ucs-2', 134, 3],
    ['a letter with an accent that GSM lacks', 'ê', 'ucs-2', 1, 1],
    ['lines and the signs of GSM', '@£$\n\rÄÖÜß¿', 'gsm-7', 10, 1],
  ] as const)
    it(`counts ${what}`, () => {
      assert.deepEqual(lengthOf(text), { encoding, units, parts });
    });
});

describe('a telephone number', () => {
  for (const [text, country, expected] of [
    ['+965 5000 1234', undefined, '+96550001234'],
    ['0096550001234', undefined, '+96550001234'],
    ['(5000) 1234', 'KW', '+96550001234'],
    ['٥٠٠٠١٢٣٤', 'KW', '+96550001234'],
    ['0501234567', 'SA', '+966501234567'],
    ['+966501234567', 'KW', '+966501234567'],
    ['50001234', undefined, undefined],
    ['50001234', 'XX', undefined],
    ['+1', undefined, undefined],
    ['nobody', 'KW', undefined],
    ['', 'KW', undefined],
    ['+965 5000 1234 5678 9012', undefined, undefined],
  ] as const)
    it(`"${text}"${country === undefined ? '' : ` in ${country}`} is ${expected ?? 'none'}`, () => {
      assert.equal(e164(text, country), expected);
    });
});
