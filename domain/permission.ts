import type { PgCode } from './ids.ts';
import { TRANSACTION_TYPES, type TransactionType } from './transaction/type.ts';

/** Every permission that a user can be given, without those for single gateways (contract/access#permissions). */
export const PERMISSIONS = [
  'payment_request.add',
  'payment_request.change',
  'payment_request.view',
  'e_commerce.add',
  'e_commerce.change',
  'e_commerce.view',
  'invoice.add',
  'payment.refund',
  'payment.capture',
  'payment.void',
  'payment.cancel',
  'payment.expire',
  'payment.delete',
  'payment.inquiry',
  'payment.notify',
  'payment.approve',
  'payment.cash',
  'customer.view',
  'card.delete',
  'alert.handle',
  'ledger.import',
  'gateway.manage',
  'key.manage',
  'settings.change',
  'audit.view',
  'user.manage',
  'wallet.view',
  'webhook.view',
  'webhook.manage',
  'report.can_view_report',
  'report.view_report',
  'report.can_change_report',
] as const;

/** "Can use <pg_code>": the one permission that is given for each gateway account by itself. */
export type GatewayPermission = `gateway.use:${string}`;
export type Permission = (typeof PERMISSIONS)[number] | GatewayPermission;

/** Who is asked whether they may: a user. What a key may do says the declaration of a route (api/route.ts). */
export interface PermissionHolder {
  readonly superuser: boolean;
  readonly permissions: readonly Permission[];
}

/** A permission that comes from outside; undefined when there is none of this name. */
export function permission(text: string): Permission | undefined {
  const gateway = /^gateway\.use:([-a-zA-Z0-9_]{1,16})$/.exec(text)?.[1];
  if (gateway !== undefined) return `gateway.use:${gateway}`;
  return PERMISSIONS.find((known) => known === text);
}

/** "Can add payment requests", "Can change e-commerce payments" and so on, by the type of a transaction. */
export function typePermission(verb: 'add' | 'change' | 'view', type: TransactionType): Permission {
  return `${type}.${verb}`;
}

/**
 * The types of transactions that the user may look at. What else is made of transactions (reports, messages, agreements) is
 * seen by who may look at all that is in it.
 */
export function viewableTypes(holder: PermissionHolder): readonly TransactionType[] {
  return TRANSACTION_TYPES.filter((type) => permits(holder, typePermission('view', type)));
}

/** "Can use <pg_code>". */
export function usePermission(code: PgCode): Permission {
  return `gateway.use:${code}`;
}

/**
 * Who may add or change may also look; the two names of the report permission mean the same
 * (contract/access#permissions).
 */
const IMPLIED_BY: Readonly<Partial<Record<Permission, readonly Permission[]>>> = {
  'webhook.view': ['webhook.manage'],
  'payment_request.view': ['payment_request.add', 'payment_request.change'],
  'e_commerce.view': ['e_commerce.add', 'e_commerce.change'],
  'report.can_view_report': ['report.view_report', 'report.can_change_report'],
  'report.view_report': ['report.can_view_report', 'report.can_change_report'],
};

/** True when the user has the permission, or another one that implies it. A superuser may everything. */
export function permits(holder: PermissionHolder, needed: Permission): boolean {
  const enough = [needed, ...(IMPLIED_BY[needed] ?? [])];
  return holder.superuser || enough.some((one) => holder.permissions.includes(one));
}
