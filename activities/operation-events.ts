import type { Transaction } from '../domain/transaction/transaction.ts';
import type { OperationChange } from '../domain/transaction/change.ts';
import { operationPayload } from '../domain/webhook/operation-payload.ts';
import { asUnit } from '../domain/unit.ts';
import { operationTargets } from '../domain/webhook/operation-targets.ts';
import type { Store } from '../store/index.ts';
import { notThere } from './failures.ts';
import type { NewEvent } from '../store/webhook-events.ts';
import { copiesOf } from '../store/webhook-copies.ts';

/** The events of a change of an operation: for the addresses that are told, and copies for registered endpoints. */
export interface OperationEvents {
  readonly events: readonly NewEvent[];
  readonly copies: readonly NewEvent[];
}

const NONE: OperationEvents = { events: [], copies: [] };

/**
 * One event for each address that is told (contract/webhooks#operations), under the payment's session and in the order
 * of its events. None for a change that merchants do not see. A registered endpoint has asked for what it is told, so it
 * hears of what programs have done, too.
 */
export async function operationEvents(
  {
    merchants,
    units,
    webhookEndpoints,
  }: Pick<Store, 'merchants'> & {
    readonly units: Pick<Store['units'], 'find'>;
    readonly webhookEndpoints: Pick<Store['webhookEndpoints'], 'list'>;
  },
  transaction: Transaction,
  { operation, operationNotice }: Partial<OperationChange>,
): Promise<OperationEvents> {
  if (!operation || !operationNotice) return NONE;
  const { merchantId, sessionId, unitCode } = transaction;
  const merchant = await merchants.find(merchantId);
  if (!merchant) throw notThere(`merchant ${merchantId}`);
  const { sequence, at } = operationNotice;
  const payload = operationPayload(operation, at, merchant.webhooks);
  if (!payload) return NONE;
  const event = { merchantId, sessionId, sequence, payload, createdAt: at };
  const unit = unitCode === undefined ? undefined : await units.find(merchantId, unitCode);
  const targets = operationTargets(operation, transaction, asUnit(merchant, unit));
  const events = targets.map((url, target) => ({
    ...event,
    ...(target > 0 && { target }),
    url,
  }));
  const { enabled } = merchant.webhooks;
  return { events, copies: enabled ? await copiesOf(webhookEndpoints, merchantId, event) : [] };
}
