import type { Holder, WalletAccount } from '../../domain/wallet/account.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { CREATED_AT, CARD, kwd, referenceOf, sessionOf, SHOP } from './builders.ts';

/** A customer of the tests' shop, in dinars, in earnest. */
export const HOLDER: Holder = {
  merchantId: SHOP,
  customerId: 'customer-7',
  currency: kwd('0').currency,
  sandbox: false,
};

/** The active, empty wallet of that customer. */
export function aWallet(given: Partial<WalletAccount> = {}): WalletAccount {
  return {
    ...HOLDER,
    id: '7f4e0a52-0c77-4a3e-9b0e-2a7c3a1b5d10',
    number: 1,
    status: 'active',
    balance: kwd('0'),
    reserved: kwd('0'),
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...given,
  };
}

/** A promised refund of five dinars to that customer's wallet, of a payment by card. */
export function aWalletRefund(given: Partial<Operation> = {}): Operation {
  return {
    sessionId: sessionOf('c1'),
    version: 1,
    merchantId: SHOP,
    parentId: sessionOf('a1'),
    kind: 'refund',
    amount: kwd('5'),
    destination: 'wallet',
    state: 'promised',
    source: 'input',
    referenceNumber: referenceOf('demoRRRRRR'),
    pgCode: CARD,
    gateway: 'sandbox',
    sandbox: false,
    paymentReference: referenceOf('demoAAAAAA'),
    idempotencyKey: 'a key',
    customerId: HOLDER.customerId,
    channel: 'api',
    createdAt: CREATED_AT,
    ...given,
  };
}
