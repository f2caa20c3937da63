import { log } from '@temporalio/activity';
import { bookOf } from '../domain/ledger/buried.ts';
import { entriesBetween } from '../domain/ledger/post.ts';
import { entryOf, type Operation } from '../domain/operation/operation.ts';
import { doneAfterAll, isOvertaken, overtaken } from '../domain/operation/overtaken.ts';
import { refusalNote } from '../domain/refusal.ts';
import { withOperation, type Tombstone } from '../domain/transaction/tombstone.ts';
import type { TellPayment } from '../engine/notify-transaction.ts';
import type { OperationStore } from '../store/operations.ts';
import { restLetGo, undoneOf, type LateMoneyPorts } from './removals.ts';

type Stores = LateMoneyPorts & {
  readonly operations: Pick<OperationStore, 'find' | 'insert' | 'save'>;
};

type Told = Awaited<ReturnType<TellPayment>>;

/**
 * Tells the payment how an operation stands; where it was removed meanwhile, that is written down at its tombstone and in the ledger
 * in its place, by the same rules: what was overtaken is refused, and that money has moved is never unsaid. What has yet to be
 * done of a removed payment is refused as `not_found`. Safe to repeat: the version is known.
 */
export function tellAlsoRemoved(stores: Stores, tell: TellPayment): TellPayment {
  return async (operation, beginBy) => {
    const told = await tell(operation, beginBy);
    if (!('refused' in told) || told.refused.code !== 'not_found') return told;
    if (operation.state === 'promised') {
      log.error('what was wanted of a removed transaction is not done', namesOf(operation));
      return told;
    }
    return tellTombstone(stores, operation);
  };
}

async function tellTombstone(stores: Stores, told: Operation): Promise<Told> {
  const { merchantId, parentId } = told;
  const tombstone = await stores.tombstones.find({ merchantId, sessionId: parentId });
  if (!tombstone) {
    // Of what nobody knows there are no books; the operation alone has it.
    log.error('an operation of a transaction that nobody knows; ask the gateway', namesOf(told));
    await keep(stores, told);
    return { kept: told.version };
  }
  const known = bookOf(tombstone);
  const operation = isOvertaken(known, told) ? doneAfterAll(known, told) : told;
  if (!operation) return { refused: refusalNote(overtaken()) };
  if (!(await writeDown(stores, tombstone, operation))) return tellTombstone(stores, told);
  return { kept: operation.version };
}

/**
 * Into the ledger, the operation and the tombstone, in this order: what the last one has is not looked at again. False where somebody
 * has written there meanwhile.
 */
async function writeDown(
  stores: Stores,
  tombstone: Tombstone,
  operation: Operation,
): Promise<boolean> {
  const before = bookOf(tombstone);
  const entry = entryOf(operation);
  const isKnown = before.operations?.some(
    ({ sessionId, version }) => sessionId === entry.sessionId && version >= entry.version,
  );
  if (isKnown) {
    await keep(stores, operation);
    return true;
  }
  const freed = restLetGo(tombstone, operation);
  const entries = [entry, ...freed.map(entryOf)];
  const after = bookOf(entries.reduce(withOperation, tombstone));
  await stores.ledger.post(entriesBetween(before, after, operation.concludedAt ?? Date.now()));
  for (const one of [operation, ...freed]) await keep(stores, one);
  if (operation.alert !== undefined) await stores.call(tombstone, undoneOf(operation));
  if (!(await stores.tombstones.addOperations(tombstone, entries))) return false;
  const { alert } = operation;
  if (alert === undefined) return true;
  stores.countAlert('late-money');
  log.error('an operation of a transaction that was removed needs a person', {
    ...namesOf(operation),
    detail: alert,
  });
  return true;
}

async function keep({ operations }: Stores, operation: Operation): Promise<void> {
  const { merchantId, parentId, sessionId } = operation;
  const isThere = await operations.find({ merchantId, parentId, sessionId });
  if (isThere) await operations.save(operation);
  else await operations.insert(operation);
}

function namesOf({ parentId, sessionId, paymentReference, state, version }: Operation) {
  return { sessionId: parentId, operation: sessionId, paymentReference, state, version };
}
