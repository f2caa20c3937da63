import type { Context } from 'koa';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import {
  begunBy,
  autopayFaults,
  cardNamed,
  hurriedUp,
  movedTo,
  strictFaults,
} from '../../domain/agreement/arrange.ts';
import { faultsOfDebit, lastOrderNoOf } from '../../domain/agreement/debit.ts';
import { isRunning, type Running } from '../../domain/agreement/look.ts';
import { chargesBefore, type ChargesBefore } from '../../domain/agreement/strict.ts';
import { isFaultless } from '../../domain/field-errors.ts';
import { Refusal } from '../../domain/refusal.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { merchantOf, refuseUnlessAll } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { unlessUnavailable } from '../../engine/unavailable.ts';
import { InvalidFields, refuseFaults } from '../middleware/errors.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import type { AutopayBody, CardBody } from './schema.ts';
import { autopayRequestOf } from './autopay-request.ts';
import type { RouteContext } from '../route.ts';

type Deps = Pick<ApiDeps, 'store' | 'engine' | 'publicUrl' | 'testClock'>;

/**
 * The agreement that the path names, if it is of the caller's merchant. Throws `not_found`, and 403 where the caller may not do this
 * with payments of its type.
 */
export async function agreementAt(
  { store }: Pick<Deps, 'store'>,
  ctx: RouteContext<'uuid'>,
  verb: Verb,
): Promise<Agreement> {
  const { uuid } = ctx.params;
  const merchantId = merchantOf(ctx);
  const found = await store.agreements.find({ merchantId, uuid });
  if (!found) throw new Refusal('not_found', 'There is no agreement with this uuid.');
  const { transactionType: type } = found;
  refuseUnlessAll(ctx, verb, [type]);
  return found;
}

type Verb = 'add' | 'change' | 'view';

/** What the merchant's clock shows: ours, unless a test has moved it. */
export async function timeOf(
  { store, testClock }: Pick<Deps, 'store' | 'testClock'>,
  ctx: Context,
) {
  const ahead = testClock ? await store.clocks.ahead(merchantOf(ctx)) : 0;
  return Date.now() + ahead;
}

/**
 * Changes an agreement by a rule, which is asked again when somebody else was faster; then has the engine look at it. The
 * document comes first: when the look is lost, the sweep makes up for it.
 */
export async function changeAgreement(
  deps: Deps,
  ctx: RouteContext<'uuid'>,
  rule: (known: Agreement, now: number) => Agreement | Promise<Agreement>,
  verb: Verb = 'change',
): Promise<Agreement> {
  const now = await timeOf(deps, ctx);
  for (;;) {
    const known = await agreementAt(deps, ctx, verb);
    const next = await rule(known, now);
    if (next !== known && !(await deps.store.agreements.save(next))) continue;
    // Its card is free, or another one is locked.
    if (next.state === 'ended') await deps.store.agreements.end(next, now);
    // Also where nothing has changed: whoever changed it may have died before that.
    else await deps.store.agreements.lock(next);
    const kept = await agreementAt(deps, ctx, verb);
    if (kept.autopay) await deps.engine.look(kept, { ahead: 0 }).catch(unlessUnavailable);
    return kept;
  }
}

/** From now on the engine charges the agreement by itself. Throws every fault at once, and what a strict agreement does not allow once there is none. */
export async function beginAutopay(
  deps: Deps,
  ctx: RouteContext<'uuid'>,
  sent: SentBody<AutopayBody>,
): Promise<Agreement> {
  const { value: body, faults: shape } = sent.checked();
  const begun = async (agreement: Agreement, now: number) => {
    const { merchantId, firstSessionId: sessionId } = agreement;
    const first = await deps.store.transactions.find({ merchantId, sessionId });
    if (!first)
      throw new Refusal('invalid_state', "The customer's own payment is gone; take a new one.");
    const { currency } = first.amount;
    const { request, faults: unread } = autopayRequestOf(body, {
      agreement,
      currency,
      publicUrl: deps.publicUrl,
      now,
    });
    const faults = { ...autopayFaults(request, agreement, now), ...unread, ...shape };
    refuseFaults(faults);
    const strictly = await strictlyOf(deps, agreement, now);
    if (strictly) refuseFaults(strictFaults(request, agreement, strictly));
    const running = begunBy(agreement, request, now);
    await refuseUntaken(deps, running);
    return running;
  };
  return changeAgreement(deps, ctx, begun, 'add');
}

/** What the agreement of a strict merchant is held to besides; undefined where the merchant is not strict. */
async function strictlyOf(
  { store }: Pick<Deps, 'store'>,
  agreement: Agreement,
  now: number,
): Promise<ChargesBefore | undefined> {
  const merchant = await store.merchants.find(agreement.merchantId);
  if (!merchant?.strictAgreements) return undefined;
  return chargesBefore(agreement, await store.transactions.byAgreement(agreement), now);
}

/** The next cycle, by its name, is charged now. */
export function hurryCycle(
  deps: Deps,
  ctx: RouteContext<'uuid'>,
  period: string,
): Promise<Agreement> {
  return changeAgreement(
    deps,
    ctx,
    async (known, now) => hurriedUp(known, period, now, await strictlyOf(deps, known, now)),
    'add',
  );
}

/** Throws where a payment of what the engine charges would not be taken: cycles would fail, and nobody would know before. */
async function refuseUntaken({ store }: Deps, agreement: Running): Promise<void> {
  const merchant = await store.merchants.find(agreement.merchantId);
  if (!merchant) throw new TypeError('Only a merchant asks for it.');
  const { amount: amountFaults, ...others } = faultsOfDebit(agreement, {
    type: agreement.transactionType,
    amount: agreement.autopay.amount,
    orderNo: lastOrderNoOf(agreement, agreement.autopay),
    context: {
      merchant,
      accounts: await store.gatewayAccounts.list(merchant.id),
      traitsOf: (slug) => gatewayFor(slug).traits,
      now: Date.now(),
    },
  });
  if (amountFaults) throw new InvalidFields({ amount: amountFaults });
  if (isFaultless(others)) return;
  const why =
    Object.values(others)
      .flat()
      .find((fault) => typeof fault === 'string') ?? '';
  throw new Refusal('invalid_state', `The account of its card takes no such charge. ${why}`);
}

/**
 * The agreement is charged to another card of its customer. An account that is not named is its own, where that keeps the card. Throws
 * where the account of that card would not take what the engine charges by it.
 */
export function changeCard(
  deps: Deps,
  ctx: RouteContext<'uuid'>,
  { token, pg_code: pgCode }: CardBody,
): Promise<Agreement> {
  return changeAgreement(deps, ctx, async (agreement, now) => {
    const { merchantId, customerId, sandbox } = agreement;
    const cards = await deps.store.cards.list({ merchantId, customerId, sandbox });
    const moved = movedTo(agreement, cardNamed(agreement, cards, { token, pgCode }), now);
    const isMoved = moved.pgCode !== agreement.pgCode;
    if (isMoved && isRunning(moved) && moved.autopay.state !== 'ended')
      await refuseUntaken(deps, moved);
    return moved;
  });
}
