import assert from 'node:assert/strict';
import { formChoiceOf, type FormInput } from '../../api/pages/form-input.ts';
import { choiceOf } from '../../api/pages/saved-cards.ts';
import { totalsText } from '../../api/pages/totals.ts';
import { offeredCards } from '../../domain/card/offered.ts';
import { toDecimal } from '../../domain/money.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { aCard, aMethod, aTransaction, CARD, codeOf } from '../support/builders.ts';

const AGREED = { lacksTerms: false };

/** The form as a page of the whole amount sends it, without anything chosen or typed. */
function formOf(
  { amount }: Transaction,
  given: Partial<FormInput> & Pick<FormInput, 'totals'>,
): FormInput {
  return {
    code: CARD,
    amount: toDecimal(amount),
    shown: toDecimal(amount),
    asked: `${amount.currency} ${toDecimal(amount)}`,
    phone2: undefined,
    terms: false,
    wallet: false,
    walletShown: '',
    saveCard: false,
    frameReference: '',
    replacesOpen: false,
    ...given,
  };
}

describe('what a form of the checkout page asks for', () => {
  it('is a saved card also where its account stands behind a route', () => {
    const savesCards = { cvvRequired: false, autoDebit: false };
    const account = aMethod({ pgCode: codeOf('behind'), savesCards });
    const route = aMethod({ pgCode: codeOf('route'), savesCards, accounts: [account] });
    const transaction = aTransaction({ customer: { id: 'c_1' }, methods: [route] });
    const cards = offeredCards(transaction, [aCard({ pgCode: account.pgCode, cvvRequired: false })]);
    const [offered] = cards;
    assert.ok(offered);
    const totals = totalsText(transaction, transaction.amount, cards);
    const form = formOf(transaction, { code: choiceOf(offered.card), totals });
    assert.deepEqual(formChoiceOf(transaction, form, { ...AGREED, cards }), {
      code: 'behind',
      amount: transaction.amount,
      charge: { token: offered.card.token, by: 'customer' },
    });
  });
});
