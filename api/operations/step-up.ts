import type { Context } from 'koa';
import { taken } from '../../domain/operation/amounts.ts';
import type { Operation, OperationKind } from '../../domain/operation/operation.ts';
import { stepUpFrom } from '../../domain/operation/policy.ts';
import { stepsUp } from '../../domain/operation/promise.ts';
import { compare, subtract, type Money } from '../../domain/money.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { settingsOf } from '../access/settings.ts';
import { isStepUpDue, refuseUnlessSteppedUp } from '../access/step-up.ts';
import type { ApiDeps } from '../deps.ts';

type Deps = Pick<ApiDeps, 'store' | 'access' | 'office' | 'clientAddress'>;

/** An operation that somebody asks for, or could; of all that is left where there is no amount. */
interface Asked {
  readonly transaction: Transaction;
  readonly kind: OperationKind;
  readonly amount?: Money;
}

/** What a checker says yes to. */
type Checked = Pick<Operation, 'merchantId' | 'parentId' | 'kind' | 'amount'>;

/**
 * For an operation that somebody asks for: throws 401 `step_up_required` unless they show once more who they are, where the
 * merchant wants that of so much (contract/operations#step-up). Gives the sum from which on they would have had to, where they have not:
 * others may be asked for at this moment, and only who writes them down sees all.
 */
export async function refuseUnlessAskerSteppedUp(
  deps: Deps,
  ctx: Context,
  asked: Asked,
): Promise<Money | undefined> {
  const least = await leastWanted(deps, ctx, asked.transaction.amount);
  if (!least || !stepsUp(asked.transaction, { ...asked, stepUpFrom: least })) return least;
  await refuseUnlessSteppedUp(deps, ctx);
  return undefined;
}

/** The same for who says yes to an operation that waits for a second person. */
export async function refuseUnlessCheckerSteppedUp(
  deps: Deps,
  ctx: Context,
  request: Checked,
): Promise<void> {
  if (await mustCheckerStepUp(deps, ctx, request)) await refuseUnlessSteppedUp(deps, ctx);
}

/**
 * From which sum on who asks for this now has to show once more who they are; undefined where they never have to. What was taken
 * before counts, so that small steps get past nobody: it is nothing or less where any sum is too much.
 */
export async function askerStepsUpFrom(
  deps: Pick<Deps, 'store'>,
  ctx: Context,
  { transaction, kind }: Pick<Asked, 'transaction' | 'kind'>,
): Promise<Money | undefined> {
  const least = await leastWanted(deps, ctx, transaction.amount);
  return least && subtract(least, taken(transaction, kind));
}

/** Whether who says yes to this now has to: its own money is among what was taken. */
export async function mustCheckerStepUp(
  deps: Pick<Deps, 'store'>,
  ctx: Context,
  { merchantId, parentId, kind, amount }: Checked,
): Promise<boolean> {
  const least = await leastWanted(deps, ctx, amount);
  if (!least) return false;
  const payment = await deps.store.transactions.find({ merchantId, sessionId: parentId });
  return isFrom(least, payment ? taken(payment, kind) : amount);
}

function isFrom(least: Money, sum: Money): boolean {
  return compare(sum, least) >= 0;
}

/** Programs are not asked, and who has shown it lately is not asked again. */
async function leastWanted(
  { store }: Pick<Deps, 'store'>,
  ctx: Context,
  { currency }: Money,
): Promise<Money | undefined> {
  if (!isStepUpDue(ctx)) return undefined;
  const merchant = await settingsOf(store, ctx);
  return stepUpFrom(merchant?.operationsApproval, currency);
}
