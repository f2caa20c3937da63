import assert from 'node:assert/strict';
import { passwordFault } from '../../../api/access/password-rules.ts';

const STRONG = 'otter balcony quartz mildew';
const WEAK = 'a'.repeat(64);
const GUESSED = /easily guessed/;

const fault = (password: string, hasSecondFactor = true) =>
  passwordFault(password, { hasSecondFactor, known: ['Pearl Trading', 'huda'] });

describe('a new password', () => {
  for (const [what, password, said] of [
    ['of several words', STRONG, undefined],
    ['of eleven characters', 'kv7#Qm2!xZp', /at least 12/],
    ['of twelve characters', 'kv7#Qm2!xZp9', undefined],
    ['of letters that are two units each', '𝒶𝒷𝒸𝒹𝑒', /at least 12/],
    ['of 128 characters', STRONG.padEnd(128, '7#Qm2!xZp'), undefined],
    ['of 129 characters', STRONG.padEnd(129, '7#Qm2!xZp'), /at most 128/],
    ['that is common', 'password123456', GUESSED],
    ['of the name of the merchant', 'pearltrading1', GUESSED],
    ['of the name of the person', 'hudahuda2026', GUESSED],
    ['of both', 'Huda-PearlTrading', GUESSED],
    ['of the name of the product', 'sarrafsarraf1', GUESSED],
    ['of more names than one, and signs', 'Huda@PearlTrading2026!', GUESSED],
    ['of names again and again', 'pearl huda pearl trading', GUESSED],
    ['of a name and of what is hard to guess', `huda ${STRONG}`, undefined],
    // The time of the estimator grows faster than the length, so only its beginning is judged.
    ['that is hard to guess behind 64 characters that are not', `${WEAK}${STRONG}`, GUESSED],
    ['that is hard to guess within 64 characters', `${STRONG}${'a'.repeat(37)}`, undefined],
    [
      'that is easily guessed behind 64 characters that are not',
      STRONG.padEnd(64, '7#Qm2!xZp') + WEAK,
      undefined,
    ],
  ] as const)
    it(`${what} is ${said ? 'refused' : 'taken'}`, () => {
      const found = fault(password);
      if (said) assert.match(found ?? '', said);
      else assert.equal(found, undefined);
    });

  it('is longer where nothing else is asked for', () => {
    assert.match(fault('kv7#Qm2!xZp9Lw', false) ?? '', /at least 15/);
    assert.equal(fault('kv7#Qm2!xZp9Lwt', false), undefined);
  });
});
