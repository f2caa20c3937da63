import type { Merchant } from '../merchant.ts';
import type { Operation } from '../operation/operation.ts';
import { pluginOf } from '../plugins.ts';
import { settingsPlugin } from '../transaction/open.ts';
import type { Transaction } from '../transaction/transaction.ts';

/**
 * Where an operation is told (contract/webhooks#operations), by the settings as they hold for the payment's unit
 * (`asUnit`): at the merchant's address for operations and at that of the plugin, each once; where neither is set, at the payment's own. None where webhooks are switched off, and none for
 * what a program asked for where the merchant does not want to hear of that: its own answer has told it, but for what
 * somebody had to approve first, which was answered before it was done. A shop of the old
 * endpoints knows disclosures only, so its address is none to fall back on.
 */
export function operationTargets(
  { channel, source, approval }: Pick<Operation, 'channel' | 'source' | 'approval'>,
  transaction: Transaction,
  merchant: Merchant,
): readonly string[] {
  const { enabled, operationsUrl, notifyApiOperations = true } = merchant.webhooks;
  const isApproved = approval !== undefined && approval.votes.length > 0;
  const isAnswered = source === 'input' && channel === 'api' && !isApproved;
  if (!enabled || (isAnswered && !notifyApiOperations)) return [];
  const pluginUrl = transaction.legacy
    ? undefined
    : pluginOf(merchant, settingsPlugin(transaction)).webhookUrl;
  const configured = [...new Set([operationsUrl, pluginUrl])].filter((url) => url !== undefined);
  if (configured.length > 0) return configured;
  const { webhookUrl, legacy } = transaction;
  return webhookUrl === undefined || legacy ? [] : [webhookUrl];
}
