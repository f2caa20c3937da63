import type { Agreement } from '../../../domain/agreement/agreement.ts';
import type { AutopayRequest } from '../../../domain/agreement/arrange.ts';
import { currencyCode } from '../../../domain/currencies.ts';
import { merchantId, pgCode, sessionId } from '../../../domain/ids.ts';
import { money } from '../../../domain/money.ts';

const known = <T>(value: T | undefined): T => {
  if (value === undefined) throw new TypeError('A builder was given what is no id.');
  return value;
};

/** An agreement after its first payment. */
export function aPaidAgreement(given: Partial<Agreement> = {}): Agreement {
  return {
    uuid: '00000000-7d0e-4b8a-9c3f-2a4d5e6f7081',
    merchantId: known(merchantId('acme')),
    customerId: 'customer-1',
    sandbox: true,
    transactionType: 'e_commerce',
    version: 1,
    state: 'active',
    terms: { id: 'gym', type: 'recurring', totalCycles: 24 },
    pgCode: known(pgCode('sandbox-cards')),
    token: 'tok_1',
    firstSessionId: known(sessionId('a'.repeat(40))),
    charges: [],
    paid: [],
    boundAt: Date.parse('2027-01-01T00:00Z'),
    createdAt: Date.parse('2027-01-01T00:00Z'),
    ...given,
  };
}

/** Five dinars on the fifth of each month, at nine in Kuwait. */
export function anAutopayRequest(given: Partial<AutopayRequest> = {}): AutopayRequest {
  return {
    amount: money(5000, known(currencyCode('KWD'))),
    rhythm: { every: 'months', months: 1, day: 5 },
    startsOn: '2027-01-05',
    timeZone: 'Asia/Kuwait',
    at: '09:00',
    publicUrl: 'https://pay.example.test',
    ...given,
  };
}
