import type { Context } from 'koa';
import { methodOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { Submission } from '../../workflows/messages.ts';
import type { ApiDeps } from '../deps.ts';

/**
 * Keeps from where a payer asks for a charge, where its network wants to know (docs/connectors.md). Of a page of the network nothing
 * is kept: that sees it itself.
 */
export async function keepPayerAddress(
  { store, clientAddress }: Pick<ApiDeps, 'store' | 'clientAddress'>,
  ctx: Context,
  transaction: Transaction,
  { referenceNumber, pgCode, charge, deviceWallet }: Submission,
): Promise<void> {
  const method = methodOf(transaction, pgCode);
  if (!method || (!charge && !deviceWallet)) return;
  if (gatewayFor(method.gateway).traits.payerAddress !== true) return;
  const { merchantId, sessionId } = transaction;
  await store.payerAddresses.keep({ merchantId, sessionId, referenceNumber }, clientAddress(ctx));
}
