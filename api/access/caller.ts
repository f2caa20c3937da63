import type { Context } from 'koa';
import type { MerchantId } from '../../domain/ids.ts';
import type { OfficeLogin } from '../../domain/office-login.ts';
import { permits, typePermission, type Permission } from '../../domain/permission.ts';
import { TRANSACTION_TYPES, type TransactionType } from '../../domain/transaction/type.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { User } from '../../domain/user.ts';
import { RequestError } from '../middleware/errors.ts';

/** Who asks. `keyId` is the part of a key that is no secret. */
export type Caller =
  | { readonly kind: 'key'; readonly merchantId: MerchantId; readonly keyId: string }
  | { readonly kind: 'public'; readonly merchantId: MerchantId; readonly keyId: string }
  | {
      readonly kind: 'user';
      readonly merchantId: MerchantId;
      readonly user: User;
      /** Their browser's, where a page of the office asks for them. */
      readonly login?: OfficeLogin;
    };

/** Puts down who asks; for authorization only. */
export function setCaller(ctx: Context, caller: Caller): void {
  ctx.state.caller = caller;
}

/** Who asks, once that is known; a route that asks without authorization is a fault of ours. */
export function callerOf(ctx: Context): Caller {
  const { caller } = ctx.state;
  if (!caller) throw new Error('A route without authorization asks who its caller is.');
  return caller;
}

/** Who asks, as far as somebody has found it out. */
export function knownCaller(ctx: Context): Caller | undefined {
  return ctx.state.caller;
}

/** The merchant for whom the caller acts. */
export function merchantOf(ctx: Context): MerchantId {
  return callerOf(ctx).merchantId;
}

/** True when the caller may do it: a private key may everything, a user what they were given, a public key nothing. */
export function callerMay(ctx: Context, needed: Permission): boolean {
  const caller = callerOf(ctx);
  switch (caller.kind) {
    case 'key':
      return true;
    case 'public':
      return false;
    case 'user':
      return permits(caller.user, needed);
    default:
      return unreachable(caller);
  }
}

/** True for a person of the merchant's: neither a key nor a service account, which is a program that logs in. */
export function isStaff(ctx: Context): boolean {
  const caller = callerOf(ctx);
  return caller.kind === 'user' && !caller.user.service;
}

/** Throws 403 `permission_denied` when the caller may not do it, and names the permission. */
export function refuseUnless(ctx: Context, needed: Permission): void {
  if (!callerMay(ctx, needed)) throw forbidden(needed);
}

/** The types of transactions that the caller may look at; undefined where it is all of them. */
export function typesSeen(ctx: Context): readonly TransactionType[] | undefined {
  const seen = TRANSACTION_TYPES.filter((type) => callerMay(ctx, typePermission('view', type)));
  return seen.length === TRANSACTION_TYPES.length ? undefined : seen;
}

/**
 * Throws 403 unless the caller may do it with all these types of transactions. What is made of transactions and does not say of
 * which types is of all.
 */
export function refuseUnlessAll(
  ctx: Context,
  verb: 'add' | 'change' | 'view',
  types: readonly TransactionType[] = TRANSACTION_TYPES,
): void {
  for (const type of types) refuseUnless(ctx, typePermission(verb, type));
}

/** The answer to somebody who is known and may not. */
export function forbidden(needed: string): RequestError {
  return new RequestError(
    403,
    'permission_denied',
    `You may not do this. Ask your administrator for the permission ${needed}.`,
  );
}
