import type { PlugSettings } from '../../domain/notification/plug.ts';
import type { PlugKey } from '../../store/message-plugs.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { findMerchant } from './merchants.ts';
import { unitOf } from './units.ts';

/** Makes or replaces a plug for messages. Throws `not_found` when there is no such merchant or unit. */
export async function putPlug(
  auditContext: AuditContext,
  key: PlugKey,
  { settings, token }: { readonly settings: PlugSettings; readonly token: string | undefined },
): Promise<void> {
  const { merchantId, unitCode, channel } = key;
  await findMerchant(auditContext, merchantId);
  if (unitCode !== undefined) await unitOf(auditContext, merchantId, unitCode);
  const change = { ...settings, hasToken: token !== undefined };
  const what = { command: 'plugs put', merchantId, subject: nameOf(key), change };
  await act(auditContext, what, () =>
    auditContext.store.plugs.put({ merchantId, channel, ...unit(key) }, settings, token),
  );
}

/** Takes a plug away. Throws `not_found`. */
export async function removePlug(auditContext: AuditContext, key: PlugKey): Promise<void> {
  const { merchantId } = key;
  const what = { command: 'plugs remove', merchantId, subject: nameOf(key) };
  const isGone = await act(auditContext, what, () => auditContext.store.plugs.remove(key));
  if (!isGone)
    throw new CliError('not_found', `The merchant "${merchantId}" has no plug ${nameOf(key)}.`);
}

function nameOf({ channel, unitCode }: PlugKey): string {
  return unitCode === undefined ? channel : `${channel} of ${unitCode}`;
}

function unit({ unitCode }: PlugKey): Pick<PlugKey, 'unitCode'> {
  return unitCode === undefined ? {} : { unitCode };
}
