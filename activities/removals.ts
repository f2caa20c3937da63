import { log } from '@temporalio/activity';
import { needsPerson, type DisputeReport, type DisputeWord } from '../domain/dispute/dispute.ts';
import { callsPerson, disputeDetail } from '../domain/dispute/hear.ts';
import { disputeOf } from '../domain/dispute/merge.ts';
import { bookOf } from '../domain/ledger/buried.ts';
import { entriesBetween } from '../domain/ledger/post.ts';
import type { MerchantId } from '../domain/ids.ts';
import { toDecimal, type Money } from '../domain/money.ts';
import { foreignOperation, type ForeignNames } from '../domain/operation/foreign.ts';
import { freeRest, restFreed } from '../domain/operation/free-rest.ts';
import { hearOperation } from '../domain/operation/hear.ts';
import { entryOf, type Operation } from '../domain/operation/operation.ts';
import type { OperationReport } from '../domain/operation/report.ts';
import { namesOtherPayment } from '../domain/transaction/gateway-reference.ts';
import type { AttemptReport } from '../domain/transaction/network.ts';
import { reversalDetail } from '../domain/transaction/reversal.ts';
import {
  lateMoneyOf,
  withDispute,
  withLateMoney,
  withOperation,
  type Tombstone,
} from '../domain/transaction/tombstone.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import { foreignNames, type OperationStore } from '../store/operations.ts';
import type { CallForWord } from './gateway-word-mails.ts';
import type { CallPerson, RemovedNews } from './removed-mails.ts';

/** A network's word on an attempt of a transaction that is not there any more. */
export interface LateWord extends TransactionRef {
  readonly report: AttemptReport;
}

/** Where money of what was removed is written down. */
export type LateMoneyStores = Pick<Store, 'tombstones'> & {
  readonly ledger: Pick<Store['ledger'], 'post'>;
};

/** The same, and how people are told of it. */
export interface LateMoneyPorts extends LateMoneyStores {
  readonly call: CallPerson;
  readonly countAlert: CountAlert;
}

/** Counts an alert that a person has to look at, where no document can have it. */
export type CountAlert = (kind: 'late-money' | 'dispute' | 'manual-action-required') => void;

type Stores = Pick<Store, 'transactions' | 'invoices' | 'shortLinks'> &
  LateMoneyPorts &
  UnplacedPorts;

export function removalActivities(stores: Stores) {
  const { transactions, invoices, shortLinks, tombstones } = stores;
  return {
    /**
     * Removes a transaction for good, with its invoice and its short links; what remains is written first. Safe to repeat:
     * the tombstone is written once, and what is gone is gone.
     */
    async buryTransaction(tombstone: Tombstone): Promise<void> {
      await tombstones.insert(tombstone);
      await Promise.all([
        invoices.remove(tombstone),
        shortLinks.removeOf(tombstone),
        transactions.remove(tombstone),
      ]);
    },

    /** Writes down money that came for what was removed, or says that it was undone, and loudly. Safe to repeat: once for each word. */
    hearOfRemoved: hearOfRemoved(stores),

    /** The same of what payers' banks do. Safe to repeat: once for each word. */
    hearOfRemovedDispute: takeInRemovedDispute(stores),
  };
}

/**
 * True of money that a person has to give back, `manual-action-required` of money that was undone, so that there may be none to give
 * back. The mail of that is the same one for the same word.
 */
export type HeardOfRemoved = boolean | 'manual-action-required';

/**
 * Says whether a person has to hear of it: of money that is news, or that came under another name than the known payment, which
 * nothing here can count. The ledger gets it first: what the tombstone has would not be looked at again. Where somebody has
 * written into the tombstone meanwhile, it is read again, because what a dispute has moved is posted only beside the money.
 */
export function hearOfRemoved({ tombstones, ledger, call, countAlert }: LateMoneyPorts) {
  return async function hear({ report, ...ref }: LateWord): Promise<HeardOfRemoved> {
    const tombstone = await tombstones.find(ref);
    const { outcome } = report;
    if (tombstone && outcome.result === 'reversed') {
      const news = undoneAttempt(tombstone, report, outcome.charged);
      if (!news) return false;
      await call(tombstone, news);
      countAlert('manual-action-required');
      const { referenceNumber, detail } = news;
      log.error('money of a transaction that was removed is undone', {
        sessionId: ref.sessionId,
        referenceNumber,
        detail,
      });
      return 'manual-action-required';
    }
    // Also a second payment of the same page, after the late one.
    if (tombstone && namesOtherPayment(bookOf(tombstone), report)) {
      log.error('a gateway names another payment than the removed one; ask it what was paid', {
        sessionId: ref.sessionId,
        referenceNumber: report.referenceNumber,
        gatewayPayment: report.gatewayPayment ?? report.gatewayReference,
      });
      if (outcome.result !== 'success') return false;
      await call(tombstone, otherPayment(report, outcome.charged));
      countAlert('late-money');
      return true;
    }
    const late = tombstone && lateMoneyOf(tombstone, report, Date.now());
    if (!late) return false;
    const after = withLateMoney(tombstone, late);
    await ledger.post(entriesBetween(bookOf(tombstone), bookOf(after), late.at));
    const { charged, referenceNumber } = late;
    await call(tombstone, {
      what: 'late-money',
      name: referenceNumber,
      referenceNumber,
      amount: charged,
    });
    if (!(await tombstones.addLateMoney(tombstone, late))) return hear({ report, ...ref });
    log.error('money came for a transaction that was removed; it must be refunded at the gateway', {
      sessionId: ref.sessionId,
      referenceNumber,
      charged: `${charged.currency} ${toDecimal(charged)}`,
    });
    return true;
  };
}

/** The network has undone money of an attempt, where no operation of ours has moved it; undefined of an attempt that nobody knows. */
function undoneAttempt(
  { attempts }: Tombstone,
  { referenceNumber, message }: AttemptReport,
  undone: Money,
) {
  if (!attempts.some((one) => one.referenceNumber === referenceNumber)) return undefined;
  const detail = reversalDetail(undone, message);
  const name = `${referenceNumber}/${detail}`;
  return { what: 'manual-action', name, referenceNumber, amount: undone, detail } as const;
}

/** A second payment of the same page, which nothing here can count. */
function otherPayment(
  { referenceNumber, gatewayPayment, gatewayReference }: AttemptReport,
  amount: Money,
): RemovedNews {
  const named = gatewayPayment ?? gatewayReference ?? '';
  const detail = `The gateway names another payment than before: ${named}. Ask it what was paid.`;
  return {
    what: 'late-money',
    name: `${referenceNumber}/${named}`,
    referenceNumber,
    amount,
    detail,
  };
}

/** A network's word on a dispute of a removed transaction. */
export interface LateDispute extends TransactionRef {
  readonly report: DisputeReport;
}

/**
 * Writes down, for a person and in the ledger, what a payer's bank does about money of a removed transaction; gives true where a
 * person has to hear of it and has not. Safe to repeat. What was removed was never paid here: what it is about is to be found out
 * at the gateway. One that names another payment of the gateway than the one that came changes nothing.
 */
export function takeInRemovedDispute(ports: LateMoneyPorts & UnplacedPorts) {
  const { tombstones, ledger, call } = ports;
  return async function hear({ report, ...ref }: LateDispute): Promise<boolean> {
    const tombstone = await tombstones.find(ref);
    const { paymentReference: referenceNumber, gatewayPayment } = report;
    const named = { referenceNumber, ...(gatewayPayment !== undefined && { gatewayPayment }) };
    if (!tombstone || namesOtherPayment(bookOf(tombstone), named))
      return hearOfUnplaced(ports, {
        merchantId: ref.merchantId,
        word: report,
        names: { sessionId: ref.sessionId, ...named },
      });
    const heard = withDispute(tombstone, report);
    if (!heard) return false;
    const { dispute } = heard.merged;
    const now = Date.now();
    await ledger.post(entriesBetween(bookOf(tombstone), bookOf(heard.tombstone), now));
    const isAlert = callsPerson(heard.merged);
    const alert = isAlert ? ({ kind: 'dispute', referenceNumber } as const) : undefined;
    if (isAlert) await call(tombstone, { what: 'dispute', dispute });
    if (!(await tombstones.addDispute(tombstone, disputeOf(report), alert)))
      return hear({ report, ...ref });
    if (isAlert)
      log.error('a dispute of a transaction that was removed', {
        sessionId: ref.sessionId,
        referenceNumber,
        detail: disputeDetail(dispute),
      });
    return isAlert;
  };
}

/**
 * A dispute of a payment that nobody knows, or of another one than the network has named: a person has to ask the gateway. Gives
 * true where it is an alert, which it is once for each state of a dispute. The mail comes first, once by its name; who notes it counts it.
 */
export async function hearOfUnplaced(
  { inbox, callForWord, countAlert }: UnplacedPorts,
  { merchantId, word, names }: UnplacedWord,
): Promise<boolean> {
  const facts = { merchantId, ...names, state: word.state, detail: disputeDetail(word) };
  const { pgCode } = names;
  if (needsPerson(word) && !(await inbox.isUnplaced(merchantId, word))) {
    await callForWord({
      what: 'dispute',
      merchantId,
      word,
      ...(pgCode !== undefined && { pgCode }),
    });
    if (await inbox.noteUnplaced(merchantId, word)) {
      countAlert('dispute');
      log.error('a dispute of a payment that is not known; ask the gateway which one it is', facts);
      return true;
    }
  }
  log.warn('one more word on a dispute of a payment that is not known', facts);
  return false;
}

/** Where it stands that a person was called for a dispute of which nobody knows the payment, and how they are. */
export interface UnplacedPorts extends Pick<LateMoneyPorts, 'countAlert'> {
  readonly inbox: Pick<Store['inbox'], 'isUnplaced' | 'noteUnplaced'>;
  readonly callForWord: CallForWord;
}

interface UnplacedWord {
  readonly merchantId: MerchantId;
  readonly word: DisputeWord;
  /** By which people can look for it. */
  readonly names: Readonly<Partial<Record<string, string>>>;
}

type LateOperations = Pick<OperationStore, 'find' | 'insert' | 'save'>;

/** A network's word on what was done with the money of a removed transaction at the gateway itself. */
export interface LateOperation {
  readonly report: OperationReport;
  readonly names: ForeignNames;
}

/**
 * Writes down what was given back of late money, and that a gateway has undone that: to the ledger, as an operation, and into the
 * tombstone, as it stands by then. Gives true where a person has to hear of it: the money is there again. Only what is done counts;
 * safe to repeat, because each of the three knows it by its names.
 */
export async function takeInRemoved(
  stores: LateMoneyPorts & { readonly operations: LateOperations },
  tombstone: Tombstone,
  word: LateOperation,
): Promise<boolean> {
  const { tombstones, ledger, operations } = stores;
  const now = Date.now();
  const { operation, isNews } = await operationOn(operations, tombstone, word, now);
  if (operation?.state !== 'done') return false;
  const entry = entryOf(operation);
  const isWritten = tombstone.operations?.some(
    ({ sessionId, state, reversedAt }) =>
      sessionId === entry.sessionId && state === 'done' && reversedAt === entry.reversedAt,
  );
  if (isWritten && !isNews) return false;
  const freed = restLetGo(tombstone, operation);
  const entries = [entry, ...freed.map(entryOf)];
  const after = entries.reduce(withOperation, tombstone);
  await ledger.post(entriesBetween(bookOf(tombstone), bookOf(after), now));
  const isUndone = word.report.result === 'reversed';
  // Before the operation says so: then it would be no news any more, and nobody would be called.
  if (isUndone) await stores.call(tombstone, undoneOf(operation));
  for (const one of [operation, ...freed])
    if (!(await operations.save(one))) await operations.insert(one);
  if (!isWritten && !(await tombstones.addOperations(tombstone, entries))) {
    const grown = await tombstones.find(tombstone);
    return grown ? takeInRemoved(stores, grown, word) : false;
  }
  if (!isUndone) return false;
  stores.countAlert('late-money');
  log.error('what was given back of a transaction that was removed is undone', {
    sessionId: tombstone.sessionId,
    referenceNumber: entry.paymentReference,
    detail: operation.alert,
  });
  return true;
}

/**
 * What a gateway has let go of the hold with this capture: as of a payment that is there (domain/operation/free-rest.ts), under a name
 * that follows from the capture.
 */
export function restLetGo(tombstone: Tombstone, capture: Operation): readonly Operation[] {
  const { amount } = tombstone;
  const payment = { ...bookOf(withOperation(tombstone, entryOf(capture))), amount };
  const rest = restFreed(payment, capture);
  if (!rest) return [];
  const { paymentReference } = capture;
  const named = { paymentReference, gatewayReference: `rest of ${capture.sessionId}` };
  return [freeRest(capture, rest, foreignNames(capture, named))];
}

/** What was given back of late money is there again, or a part of it. */
export function undoneOf({ sessionId, paymentReference, amount, alert }: Operation): RemovedNews {
  return {
    what: 'late-money',
    name: `${sessionId}/${alert ?? ''}`,
    referenceNumber: paymentReference,
    amount,
    ...(alert !== undefined && { detail: alert }),
  };
}

/** What the word makes of it; no news where it says nothing that is not kept. */
async function operationOn(
  operations: LateOperations,
  tombstone: Tombstone,
  { report, names }: LateOperation,
  now: number,
): Promise<{ readonly operation?: Operation | undefined; readonly isNews: boolean }> {
  const { merchantId, sessionId: parentId, amount, orderNo } = tombstone;
  const kept = await operations.find({ merchantId, parentId, sessionId: names.sessionId });
  if (kept) {
    const heard = hearOperation(kept, report, now);
    return heard
      ? { operation: { ...heard, version: kept.version + 1 }, isNews: true }
      : { operation: kept, isNews: false };
  }
  const payment = { ...bookOf(tombstone), amount, ...(orderNo !== undefined && { orderNo }) };
  return { operation: foreignOperation(payment, report, { ...names, now }), isNews: true };
}
