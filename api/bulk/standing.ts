import type { Context } from 'koa';
import { commandsFor, isBulkUnderWay, type Bulk } from '../../domain/bulk/bulk.ts';
import { PACE_ROWS, paceOf } from '../../domain/bulk/pace.ts';
import { callerMay } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { presentStanding } from './present.ts';

/**
 * How a bulk stands now, and what the caller may do about it. What it says is counted in its rows, whoever makes them and whether anybody
 * does.
 */
export async function standingOf(
  { store: { bulks } }: Pick<ApiDeps, 'store'>,
  ctx: Context,
  bulk: Bulk,
) {
  const [progress, taking, ends] = await Promise.all([
    bulks.progress(bulk),
    bulks.taking(bulk),
    isBulkUnderWay(bulk) ? bulks.lastEnds(bulk, PACE_ROWS) : [],
  ]);
  const pace = paceOf(ends, { left: progress.pending, now: Date.now() });
  const commands = callerMay(ctx, 'payment_request.change') ? commandsFor(bulk) : [];
  const isToConfirm = bulk.state === 'unconfirmed' && callerMay(ctx, 'payment_request.add');
  const actions = isToConfirm ? ['confirm' as const] : commands;
  return presentStanding(bulk, { progress, actions, pace, report: taking?.report });
}
