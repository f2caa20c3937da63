import type { Context } from 'koa';
import { available, taken } from '../../domain/operation/amounts.ts';
import type { Operation, OperationKind } from '../../domain/operation/operation.ts';
import { stepUpFrom } from '../../domain/operation/policy.ts';
import { compare, subtract, type Money } from '../../domain/money.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { callerOf } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import { refuseUnlessSteppedUp } from '../access/step-up.ts';
import type { ApiDeps } from '../deps.ts';

type Deps = Pick<ApiDeps, 'store' | 'access' | 'office' | 'clientAddress'>;

/**
 * For an operation that somebody asks for: throws 401 `step_up_required` unless they show once more who they are, where the
 * merchant wants that of so much (contract/operations#step-up). What was taken before counts: small steps get past nobody.
 */
export async function refuseUnlessAsker(
  deps: Deps,
  ctx: Context,
  { transaction, kind, amount }: { transaction: Transaction; kind: OperationKind; amount?: Money },
): Promise<void> {
  const asked = amount ?? available(transaction, kind);
  // Not added to what was taken: nobody has checked yet that there is so much.
  await refuseFrom(deps, ctx, transaction.amount, (least) =>
    isFrom(subtract(least, taken(transaction, kind)), asked),
  );
}

/** The same of who says yes to one, whose own money is among what was taken. */
export async function refuseUnlessChecker(
  deps: Deps,
  ctx: Context,
  {
    merchantId,
    parentId,
    kind,
    amount,
  }: Pick<Operation, 'merchantId' | 'parentId' | 'kind' | 'amount'>,
): Promise<void> {
  await refuseFrom(deps, ctx, amount, async (least) => {
    const payment = await deps.store.transactions.find({ merchantId, sessionId: parentId });
    return isFrom(least, payment ? taken(payment, kind) : amount);
  });
}

function isFrom(least: Money, sum: Money): boolean {
  return compare(sum, least) >= 0;
}

async function refuseFrom(
  deps: Deps,
  ctx: Context,
  { currency }: Money,
  reaches: (least: Money) => boolean | Promise<boolean>,
): Promise<void> {
  // Keys are not asked, and wait for nothing.
  if (callerOf(ctx).kind !== 'user') return;
  const merchant = await settingsOf(deps.store, ctx);
  const least = stepUpFrom(merchant?.operationsApproval, currency);
  if (least && (await reaches(least))) await refuseUnlessSteppedUp(deps, ctx);
}
