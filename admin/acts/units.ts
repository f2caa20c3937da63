import type { MerchantId } from '../../domain/ids.ts';
import type { Unit } from '../../domain/unit.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { findMerchant } from './merchants.ts';

/**
 * Makes or replaces a unit, and gives it; `made` is told what is there, also once more where somebody else has changed that
 * meanwhile. Throws `not_found` when there is no such merchant.
 */
export async function putUnit(
  auditContext: AuditContext,
  { merchantId, code }: Pick<Unit, 'merchantId' | 'code'>,
  made: (known: Unit | undefined) => Omit<Unit, 'merchantId' | 'code'>,
): Promise<Unit> {
  await findMerchant(auditContext, merchantId);
  const { units } = auditContext.store;
  for (;;) {
    const known = await units.find(merchantId, code);
    const change = made(known);
    const unit = { merchantId, code, ...change };
    const what = { command: 'units put', merchantId, subject: code, change };
    if (await act(auditContext, what, () => units.put(unit, known))) return unit;
  }
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
