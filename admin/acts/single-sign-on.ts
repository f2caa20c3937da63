import type { MerchantId } from '../../domain/ids.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';

/** People of a merchant come in by passwords again, beside the single sign-on that was required. Throws `not_found` where it is not required. */
export async function allowPasswords(
  auditContext: AuditContext,
  merchantId: MerchantId,
): Promise<void> {
  const { singleSignOn } = auditContext.store;
  const sso = await singleSignOn.find(merchantId);
  if (sso?.mode !== 'required')
    throw new CliError('not_found', `Single sign-on is not required at "${merchantId}".`);
  const what = { command: 'merchants allow-passwords', merchantId, subject: merchantId };
  const isSaved = await act(auditContext, what, () =>
    singleSignOn.save({ ...sso, mode: 'allowed', version: sso.version + 1 }),
  );
  if (!isSaved) throw new CliError('wrong', 'Somebody else has changed it just now. Try again.');
}
