import assert from 'node:assert/strict';
import { movedTo } from '../../../domain/agreement/arrange.ts';
import { agreementDifferences } from '../../../domain/ledger/agreement-figures.ts';
import {
  aCard,
  anAgreement,
  anAttempt,
  aTransaction,
  CARD,
  codeOf,
  CREATED_AT,
  kwd,
} from '../../support/builders.ts';

const AGREEMENT = anAgreement();
const BROUGHT = {
  token: AGREEMENT.token,
  lastFour: '1111',
  expiry: { month: 12, year: 2030 },
} as const;
/** The payment of the customer, by the card that the agreement had at first. */
const FIRST = aTransaction({
  sessionId: AGREEMENT.firstSessionId,
  agreement: AGREEMENT.terms,
  customer: { id: AGREEMENT.customerId },
  state: 'paid',
  settledPgCode: CARD,
  settledAmount: kwd('12.500'),
  attempts: [anAttempt({ state: 'success', card: BROUGHT })],
});
const KEPT = aCard({ token: 'tok_2', pgCode: codeOf('other'), autoDebit: true });
const MOVED = movedTo(AGREEMENT, KEPT, CREATED_AT + 1);

/** What is said of an agreement after its first payment, with this card of its token. */
function saidOf(agreement = AGREEMENT, card: Parameters<typeof agreementDifferences>[2] = KEPT) {
  return agreementDifferences(agreement, [FIRST], card).map(({ about }) => about);
}

describe('the card of an agreement', () => {
  it('is in order where its customer has paid with it', () => {
    assert.deepEqual(saidOf(AGREEMENT, aCard()), []);
  });

  it('is in order where the merchant has moved the agreement to another saved one, and nobody was charged since', () => {
    assert.deepEqual(saidOf(MOVED), []);
  });

  it('is named where nobody has paid with it or saved it', () => {
    const [said, ...others] = agreementDifferences(MOVED, [FIRST], undefined);
    assert.match(said?.about ?? '', /^token, which is tok_2 and must be one of a card/);
    assert.deepEqual(others, []);
  });

  it('is named where it is saved at another account', () => {
    const [said, ...others] = saidOf({ ...MOVED, pgCode: CARD });
    assert.match(said ?? '', /^pgCode, which is card and must be other/);
    assert.deepEqual(others, []);
  });
});
