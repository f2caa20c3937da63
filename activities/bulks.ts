import { activityInfo, heartbeat } from '@temporalio/activity';
import {
  BULK_UNDER_WAY,
  isBulkUnderWay,
  type Bulk,
  type BulkProgress,
  type BulkRef,
  type BulkState,
} from '../domain/bulk/bulk.ts';
import { isHeldUp, openRow } from '../domain/bulk/row.ts';
import { asUnit } from '../domain/unit.ts';
import type { ActivityEngine } from '../engine/activity-engine.ts';
import { createTransaction } from '../engine/create-transaction.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { PendingRow } from '../store/bulks.ts';
import type { Store } from '../store/index.ts';
import { freeReference } from './reference.ts';

/** How a bulk stands after some rows of it. */
export interface BulkLook {
  readonly state: BulkState;
  readonly progress: BulkProgress;
  /** The merchant or the plugin is closed: nothing is made until that is over. */
  readonly held?: true;
}

/** So many rows are made at a time; between them somebody may have paused the bulk. */
const AT_ONCE = 25;

type Needs = Pick<
  Store,
  'bulks' | 'merchants' | 'units' | 'gatewayAccounts' | 'routes' | 'transactions' | 'tombstones'
>;

export function bulkActivities(
  store: Needs,
  {
    engine,
    paused = false,
  }: {
    readonly engine: Pick<ActivityEngine, 'start'>;
    /** Whether nothing can be created at all. */
    readonly paused?: boolean | undefined;
  },
) {
  /** The same session each time, one document and one run for it: a row is made once, however often this is tried. */
  async function make(bulk: Bulk, { row, sessionId, request }: PendingRow): Promise<void> {
    const { merchantId } = bulk;
    const { transactions } = store;
    const ref = { merchantId, sessionId };
    const known = await transactions.find(ref);
    // The tombstone stands before the payment goes, so that one of the two is found. What was removed is not asked for again.
    if (!known && (await store.tombstones.find(ref))) {
      await store.bulks.conclude(bulk, row, { sessionId, endedAt: Date.now() });
      return;
    }
    const context = await contextFor(bulk, request);
    const opened = known
      ? { transaction: known }
      : openRow(request, bulk, {
          sessionId,
          context,
          ...(bulk.legacy && {
            referenceNumber: await freeReference(transactions, context.merchant, sessionId),
          }),
        });
    if ('errors' in opened) {
      await store.bulks.conclude(bulk, row, { ...opened, endedAt: Date.now() });
      return;
    }
    await createTransaction(transactions, engine, opened.transaction);
    await store.bulks.conclude(bulk, row, { sessionId, endedAt: Date.now() });
  }

  async function contextFor({ merchantId }: BulkRef, { proposal }: PendingRow['request']) {
    const { unitCode } = proposal;
    const [merchant, accounts, routes, unit] = await Promise.all([
      store.merchants.find(merchantId),
      store.gatewayAccounts.list(merchantId),
      store.routes.list(merchantId),
      unitCode === undefined ? undefined : store.units.find(merchantId, unitCode),
    ]);
    if (!merchant) throw new Error(`The merchant ${merchantId} has no settings.`);
    return {
      merchant: asUnit(merchant, unit),
      accounts,
      routes,
      traitsOf: (slug: string) => gatewayFor(slug).traits,
      now: Date.now(),
      ...(unit && { unit }),
    };
  }

  /**
   * The next rows; when a try has ended at one, those after it, so that a row that throws each time does not keep back the others. It
   * is tried again with the next rows from the front.
   */
  async function nextRows(ref: BulkRef): Promise<readonly PendingRow[]> {
    const { heartbeatDetails: last } = activityInfo();
    const further =
      typeof last === 'number' ? await store.bulks.pending(ref, AT_ONCE, last) : undefined;
    return further?.length ? further : store.bulks.pending(ref, AT_ONCE);
  }

  /** How it stands; of one that is canceled nothing is kept any more that was still to be made. */
  async function lookAt(ref: BulkRef, state: BulkState, progress: BulkProgress): Promise<BulkLook> {
    if (state === 'canceled') await store.bulks.forgetPending(ref);
    return { state, progress };
  }

  return {
    /**
     * Makes the next rows of a bulk, one after the other, and says how it stands then. The document decides: one that is
     * paused or canceled gets no more rows. Safe to repeat, because a row that was made is found made.
     */
    async dispatchRows(ref: BulkRef): Promise<BulkLook | undefined> {
      const merchant = await store.merchants.find(ref.merchantId);
      const bulk = await store.bulks.hear(ref);
      if (!bulk || !merchant) return undefined;
      const progress = () => store.bulks.progress(ref);
      if (!isBulkUnderWay(bulk)) return lookAt(ref, bulk.state, await progress());
      if (paused || isHeldUp(merchant, bulk))
        return { state: bulk.state, progress: await progress(), held: true };
      await store.bulks.move(ref, { from: ['scheduling'], to: 'dispatching' });
      for (const row of await nextRows(ref)) {
        heartbeat(row.row);
        await make(bulk, row);
      }
      const made = await progress();
      const { pending, failed } = made;
      const after =
        pending === 0
          ? await store.bulks.move(ref, { from: BULK_UNDER_WAY, to: 'done', failed })
          : await store.bulks.find(ref);
      return lookAt(ref, after?.state ?? bulk.state, made);
    },
  };
}
