import type { Context } from 'koa';
import { hasOtherMoney } from '../../domain/transaction/alert.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { Refusal, type RefusalCode } from '../../domain/refusal.ts';
import type { ProblemKind } from '../../render/pages/facts.ts';
import type { ApiDeps } from '../deps.ts';
import { languageOf } from './frame.ts';
import { isInApp } from './in-app.ts';
import { showMessage } from './message.ts';
import { isPayable, isUsable, payersView, refuseUnusable, type PayersView } from '../payer.ts';
import { showCheckout, showOver } from './show.ts';
import { deviceOf, keepPayerDevice } from '../payments/payer-device.ts';
import { submit } from '../payments/submit.ts';
import { browserFactsIn, type FormInput, type FormChoice } from './form-input.ts';

export interface Choice {
  readonly view: PayersView;
  readonly choice: FormChoice;
  /** The form that it comes from, to show it again. */
  readonly formInput?: FormInput;
  /** The same press of Pay has the same id, however often it arrives. */
  readonly requestId: string;
}

/** Where the payer goes next; undefined when a page was shown instead, because there is nowhere to go. */
export async function pay(
  ctx: Context,
  deps: ApiDeps,
  { view, choice, formInput, requestId }: Choice,
): Promise<string | undefined> {
  const { transaction } = view;
  // Who comes too late goes on to the workflow all the same: where no timer runs, it is the try that ends the time.
  if (!isUnpaid(transaction.state)) {
    showOver(ctx, deps, view);
    return undefined;
  }
  if (isPayable(transaction) && !(await isUsable(deps, view))) {
    showMessage(ctx, deps, { kind: 'not-available', ...view });
    return undefined;
  }
  try {
    const language = languageOf(ctx, transaction);
    const { code, ...changed } = choice;
    const channel = isInApp(ctx) ? ({ channel: 'mobile_sdk' } as const) : {};
    const form = { pgCode: code, ...changed, ...channel, language, requestId };
    return await submit(deps, view, form, async (submission) => {
      await refuseUnusable(deps, view, submission);
      await keepPayerDevice(
        deps,
        transaction,
        submission,
        deviceOf(deps, ctx, browserFactsIn(ctx)),
      );
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await showRefusal(ctx, deps, { refusal: error, view, formInput });
    return undefined;
  }
}

/** The page that fits what has become of the transaction meanwhile. */
export async function showRefusal(
  ctx: Context,
  deps: ApiDeps,
  {
    refusal,
    view,
    formInput,
  }: {
    readonly refusal: Refusal;
    readonly view: PayersView;
    readonly formInput?: FormInput | undefined;
  },
): Promise<void> {
  const now = await payersView(deps, view.transaction.sessionId);
  if (!isPayable(now.transaction)) showOver(ctx, deps, now);
  else
    await showCheckout(ctx, deps, now, {
      problem: { kind: problemOf(refusal, now.transaction) },
      ...(formInput && { formInput }),
    });
}

function problemOf({ code }: Refusal, now: Transaction): ProblemKind {
  if (code === 'locked' && hasOtherMoney(now)) return 'other-money';
  return problemKindOf(code) ?? 'unavailable';
}

/** What a payer is told of a refusal, by its code; undefined where that is none. */
export function problemKindOf(code: string | undefined): ProblemKind | undefined {
  return code === undefined || code === '' ? undefined : (known.get(code) ?? 'unavailable');
}

/** An amount that was right when the page was shown can be too much when it arrives: the merchant has changed it. */
const PROBLEMS: Readonly<Partial<Record<RefusalCode, ProblemKind>>> = {
  gateway_error: 'error',
  validation_error: 'stale',
  locked: 'locked',
  page_open: 'page-open',
  amount_exceeds_balance: 'wallet-changed',
};
const known: ReadonlyMap<string, ProblemKind> = new Map(Object.entries(PROBLEMS));
