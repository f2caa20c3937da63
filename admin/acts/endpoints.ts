import type { MerchantId } from '../../domain/ids.ts';
import { enabled, type WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';

/** Has an endpoint called again that was disabled. Throws `not_found`. */
export async function enableEndpoint(
  auditContext: AuditContext,
  merchantId: MerchantId,
  id: string,
): Promise<WebhookEndpoint> {
  const { webhookEndpoints } = auditContext.store;
  const found = await webhookEndpoints.find(merchantId, id);
  if (!found)
    throw new CliError('not_found', `The merchant "${merchantId}" has no endpoint "${id}".`);
  const changed = enabled(found);
  const what = { command: 'webhooks enable', merchantId, subject: id, change: {} };
  await act(auditContext, what, async () => {
    if (!(await webhookEndpoints.save(changed)))
      throw new Error('Somebody has changed the endpoint meanwhile. Try again.');
  });
  return changed;
}
