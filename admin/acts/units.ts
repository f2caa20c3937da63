import type { MerchantId } from '../../domain/ids.ts';
import type { Unit } from '../../domain/unit.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { findMerchant } from './merchants.ts';

/** Makes or replaces a unit. Throws `not_found` when there is no such merchant. */
export async function putUnit(auditContext: AuditContext, unit: Unit): Promise<void> {
  const { merchantId, code, ...change } = unit;
  await findMerchant(auditContext, merchantId);
  const what = { command: 'units put', merchantId, subject: code, change };
  await act(auditContext, what, () => auditContext.store.units.put(unit));
}

/** The unit of this code. Throws `not_found`. */
export async function unitOf(
  { store }: AuditContext,
  merchantId: MerchantId,
  code: string,
): Promise<Unit> {
  const unit = await store.units.find(merchantId, code);
  if (!unit) throw new CliError('not_found', `The merchant "${merchantId}" has no unit "${code}".`);
  return unit;
}
