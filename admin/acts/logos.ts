import { createHash } from 'node:crypto';
import type { MerchantId } from '../../domain/ids.ts';
import { readLogo } from '../../domain/logo.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { Unit } from '../../domain/unit.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { changeMerchant } from './merchants.ts';
import { unitOf } from './units.ts';

const COMMAND = 'merchants logo';

/**
 * Gives a merchant, or a unit of it, this picture as its logo or favicon; none where no bytes are given. Throws `not_found`,
 * and `wrong` when the bytes can be neither. Who does it is in the audit log before anybody can see it.
 */
export async function setLogo(
  auditContext: AuditContext,
  merchantId: MerchantId,
  {
    unit,
    bytes,
    favicon,
  }: { readonly unit?: string; readonly bytes?: Buffer; readonly favicon?: true },
): Promise<Merchant | Unit> {
  const picture = bytes && (await kept(auditContext, merchantId, bytes));
  const given = <T extends Pictured>(one: T) =>
    favicon ? withFavicon(one, picture) : withLogo(one, picture);
  if (unit === undefined)
    return changeMerchant(auditContext, merchantId, {
      command: COMMAND,
      change: given,
    });
  for (;;) {
    const known = await unitOf(auditContext, merchantId, unit);
    const changed = given(known);
    const what = { command: COMMAND, merchantId, subject: unit, change: changed };
    const { units } = auditContext.store;
    if (await act(auditContext, what, () => units.put(changed, known))) return changed;
  }
}

/** The picture alone is nothing: no page shows it before settings name it. */
async function kept(
  { store }: AuditContext,
  merchantId: MerchantId,
  bytes: Buffer,
): Promise<string> {
  const logo = readLogo(bytes);
  if (typeof logo === 'string') throw new CliError('wrong', logo);
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${logo.kind}`;
  await store.logos.put({ merchantId, name, bytes });
  return name;
}

type Pictured = Pick<Merchant, 'logo' | 'favicon'>;

function withFavicon<T extends Pictured>(
  { favicon: _before, ...rest }: T,
  favicon: string | undefined,
) {
  return { ...rest, ...(favicon !== undefined && { favicon }) };
}

function withLogo<T extends Pictured>({ logo: _before, ...rest }: T, logo: string | undefined) {
  return { ...rest, ...(logo !== undefined && { logo }) };
}
