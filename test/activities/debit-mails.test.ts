import assert from 'node:assert/strict';
import { tellCustomerByMail } from '../../activities/debit-mails.ts';
import type { GatewayAccount } from '../../domain/account.ts';
import type { CycleNews } from '../../domain/agreement/autopay.ts';
import { begunBy } from '../../domain/agreement/arrange.ts';
import { withNews } from '../../domain/agreement/tries.ts';
import { look, type Running } from '../../domain/agreement/look.ts';
import type { MessageRequest } from '../../domain/notification/notification.ts';
import type { Customer } from '../../domain/customer.ts';
import { renderDebitMail } from '../../render/mails/debit.ts';
import { aPaidAgreement, anAutopayRequest } from '../domain/agreement/agreements.ts';
import { aMerchant, amountOf, anAccount, aTransaction } from '../support/builders.ts';
import { debitMailFacts } from '../../activities/mail-facts.ts';

const NEWS: readonly CycleNews[] = [
  'week-ahead',
  'day-ahead',
  'try-failed',
  'card-refused',
  'card-needed',
  'given-up',
];
const PERIOD = '2027-01-05';

describe('telling a customer of a debit', () => {
  for (const news of NEWS)
    it(`writes down one mail for "${news}", however often it is told`, async () => {
      const told = await tellings({ email: 'sara@example.com', firstName: 'Sara' }, [news, news]);
      assert.equal(new Set(told.map(({ key }) => key)).size, 1);
      assert.deepEqual(told[0]?.to, ['sara@example.com']);
    });

  it('tells of each try that failed, which the document counts', async () => {
    const agreement = running();
    const [first] = await tellings({ email: 'sara@example.com' }, ['try-failed'], agreement);
    const after = withNews(agreement, PERIOD, 'try-failed');
    const [second] = await tellings({ email: 'sara@example.com' }, ['try-failed'], after);
    assert.notEqual(first?.key, second?.key);
  });

  it('promises a further try only where there is one, and counts none where there may have been one alone', async () => {
    const mails = await tellings({ email: 'sara@example.com' }, NEWS);
    const texts = mails.map((mail) => {
      const facts = debitMailFacts(mail, aMerchant(), 'https://pay.example');
      assert.ok(facts);
      return renderDebitMail(facts).text;
    });
    assert.deepEqual(
      NEWS.filter((_, index) => texts[index]?.includes('may try again')),
      ['try-failed'],
    );
    assert.ok(texts.every((text) => !text.includes('each time')));
  });

  it('tells nobody who has given no address', async () => {
    assert.deepEqual(await tellings({}, NEWS), []);
  });

  it('says what is charged by what, and when', async () => {
    const { subject, text } = await written(anAccount());
    assert.match(subject, /will charge KWD 5\.000 on 5 January 2027/);
    for (const said of ['Hello Sara,', 'KWD 5.000', 'gym', '5 January 2027'])
      assert.ok(text.includes(said), `${said} in ${text}`);
    assert.doesNotMatch(text, /Fee|Amount/);
  });

  it('says what is charged with the fee that the account takes', async () => {
    const fee = { type: 'percent', value: '2', chargeDefaultCurrency: true } as const;
    const { subject, text } = await written(anAccount({ fee }));
    assert.match(subject, /will charge KWD 5\.100 on/);
    assert.match(text, /Amount: KWD 5\.000\nFee: KWD 0\.100\n/);
  });

  it('says what is charged in the currency of the account, where that is another one', async () => {
    const other = {
      currencies: ['USD'],
      defaultCurrency: amountOf('0', 'USD').currency,
      exchange: { rates: { KWD: '3.25' } },
    };
    const { subject, text } = await written(anAccount(other));
    assert.match(subject, /will charge USD 16\.25 on/);
    assert.match(text, /Amount: KWD 5\.000\n/);
    assert.doesNotMatch(text, /Fee/);
  });

  it('says the bare amount where the account is gone, or has no money so large', async () => {
    const tooLarge = {
      currencies: ['USD'],
      defaultCurrency: amountOf('0', 'USD').currency,
      exchange: { rates: { KWD: '1000000000000000' } },
    };
    for (const account of [undefined, anAccount(tooLarge)]) {
      const { subject } = await written(account);
      assert.match(subject, /will charge KWD 5\.000 on/);
    }
  });
});

/** The mail of the day before, where the agreement is charged by an account like this. */
async function written(account: GatewayAccount | undefined) {
  const customer = { email: 'sara@example.com', firstName: 'Sara' };
  const [mail] = await tellings(customer, ['day-ahead'], running(), account);
  assert.ok(mail);
  const facts = debitMailFacts(mail, aMerchant(), 'https://pay.example');
  assert.ok(facts);
  return renderDebitMail(facts);
}

/** A day before its first cycle is due. */
function running(): Running {
  const now = Date.parse('2027-01-04T09:00Z');
  return look(begunBy(aPaidAgreement(), anAutopayRequest(), Date.parse('2027-01-01T00:00Z')), now);
}

async function tellings(
  customer: Customer,
  news: readonly CycleNews[],
  agreement = running(),
  account: GatewayAccount | undefined = anAccount(),
): Promise<readonly MessageRequest[]> {
  const wanted: MessageRequest[] = [];
  const tell = tellCustomerByMail(
    {
      agreements: { find: async () => agreement },
      transactions: { find: async () => aTransaction({ customer }) },
      gatewayAccounts: {
        list: async () => (account ? [{ ...account, code: agreement.pgCode }] : []),
      },
    },
    async (some) => void wanted.push(...some),
  );
  const { merchantId, uuid, customerId } = agreement;
  for (const one of news)
    await tell({ merchantId, uuid, customerId, news: one, period: PERIOD, dueAt: 0 });
  return wanted;
}
