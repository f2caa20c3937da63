import { changePassword, createUser } from '../admin/acts/users.ts';
import type { AuditContext } from '../admin/audit-context.ts';
import type { MerchantId, PgCode } from '../domain/ids.ts';
import { usePermission, type Permission } from '../domain/permission.ts';
import { isPassword } from '../store/password.ts';
import { SANDBOX_USERS, type Passwords, type SandboxUser } from './keys.ts';

/** The sandbox merchant's people, as `run.json` names them. */
export type SeededUsers = Readonly<
  Record<SandboxUser, { readonly username: SandboxUser; readonly password: string }>
>;

const LOOKING: readonly Permission[] = [
  'payment_request.view',
  'e_commerce.view',
  // The office without customers would be half an office: support and checkers find payments by them.
  'customer.view',
  'payment.inquiry',
  'wallet.view',
  'webhook.view',
  'report.can_view_report',
];

/** Asks for refunds and does the daily work; what is to be approved, somebody else approves. */
const MAKING: readonly Permission[] = [
  ...LOOKING,
  'payment_request.add',
  'payment_request.change',
  'e_commerce.add',
  'e_commerce.change',
  'invoice.add',
  'payment.refund',
  'payment.capture',
  'payment.void',
  'payment.cancel',
  'payment.expire',
  'payment.notify',
  'payment.cash',
  'webhook.manage',
];

const CHECKING: readonly Permission[] = [
  ...LOOKING,
  'payment.refund',
  'payment.void',
  'payment.approve',
];

/** Makes the users. Those that are there keep their permissions, and have the passwords of the key file again. */
export async function putUsers(
  auditContext: AuditContext,
  merchantId: MerchantId,
  { passwords, pgCodes }: { readonly passwords: Passwords; readonly pgCodes: readonly PgCode[] },
): Promise<SeededUsers> {
  const permissions: Readonly<Record<SandboxUser, readonly Permission[]>> = {
    maker: [...MAKING, ...pgCodes.map(usePermission)],
    checker: CHECKING,
    admin: [],
  };
  for (const username of SANDBOX_USERS) {
    const rights = {
      active: true,
      superuser: username === 'admin',
      permissions: permissions[username],
    };
    const password = passwords[username];
    const email = `${username}@shop.example`;
    const known = await auditContext.store.users.findSecret(username);
    if (!known) {
      await createUser(auditContext, {
        ...rights,
        merchantId,
        username,
        email,
        password,
        service: false,
      });
      continue;
    }
    if (known.user.merchantId !== merchantId)
      throw new Error(`The username "${username}" belongs to another merchant.`);
    // A password that is set anew ends every token, so only another one is set.
    if (!(await isPassword(password, known.passwordHash)))
      await changePassword(auditContext, { merchantId, username }, password);
  }
  return {
    maker: { username: 'maker', password: passwords.maker },
    checker: { username: 'checker', password: passwords.checker },
    admin: { username: 'admin', password: passwords.admin },
  };
}
