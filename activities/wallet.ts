import type { Operation } from '../domain/operation/operation.ts';
import { Refusal } from '../domain/refusal.ts';
import { refundDecline, refundKey, refundReport } from '../domain/wallet/refund.ts';
import type { Store } from '../store/index.ts';
import type { Performer } from './performer.ts';

/**
 * Refunds to wallets, which are our own: no network takes part. Safe to repeat, because the key of a refund credits once
 * and gives the same operation ever after.
 */
export function walletPerformer({
  wallets,
  merchants,
}: Pick<Store, 'wallets' | 'merchants'>): Performer {
  return {
    perform: async (operation) => {
      const merchant = await merchants.find(operation.merchantId);
      try {
        const credited = await wallets.move({
          holder: holderOf(operation),
          key: refundKey(operation),
          type: 'credit_refund',
          amount: operation.amount,
          origin: { sessionId: operation.parentId, pgCode: operation.pgCode },
          ...(merchant?.walletPolicy && { policy: merchant.walletPolicy }),
          now: Date.now(),
        });
        return refundReport(operation, credited);
      } catch (error) {
        if (error instanceof Refusal) return refundDecline(operation, error);
        throw error;
      }
    },
    inquire: async (operation) => {
      const { merchantId } = operation;
      const known = await wallets.operationOf(merchantId, refundKey(operation));
      return known ? refundReport(operation, known) : { step: 'unheard-of' };
    },
  };
}

function holderOf({ merchantId, customerId, amount, sandbox }: Operation) {
  if (customerId === undefined)
    throw new TypeError('A refund to a wallet is promised for a customer only.');
  return { merchantId, customerId, currency: amount.currency, sandbox };
}
