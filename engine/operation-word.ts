import { foreignOperation, isTooEarly, stillToHear } from '../domain/operation/foreign.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { wordOnOtherPayment } from '../domain/operation/other-payment.ts';
import type { OperationReport } from '../domain/operation/report.ts';
import type { RefusalNote } from '../domain/refusal.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import { foreignNames } from '../store/operations.ts';
import type { Messages } from './messages.ts';

/** A gateway's word on an operation, as it came to this account. */
interface ReceivedWord {
  readonly account: Parameters<typeof foreignNames>[0];
  readonly report: OperationReport;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** Whom the word may be about: the operation where one of ours is meant, else the payment, where it is the account's. */
interface Meant {
  readonly operation?: Operation | undefined;
  readonly transaction?: Transaction | undefined;
}

interface Stores {
  readonly transactions: Pick<Store['transactions'], 'find'>;
  readonly operations: Pick<Store['operations'], 'meantBy'>;
  readonly inbox: Pick<Store['inbox'], 'wordsOn'>;
}

/** What came of a word. */
interface Outcome {
  /** The payment's no when it cannot hear any more; `too-early` where the word has to stay unheard until its payment is heard of. */
  readonly refused?: RefusalNote | 'too-early';
  /** The run that was told of it last; none where no run has to hear it, or it is kept already. */
  readonly run?: string;
}

/**
 * Has the word heard that is in the inbox already: by the operation that is meant; by the payment, which takes in what was
 * done at the gateway itself; or by a payment of which it says something else than is known here, which raises an alert and
 * does nothing more. Safe to repeat.
 */
export async function hearOperationWord(
  { transactions, operations, inbox }: Stores,
  {
    report: tell,
    reportOperation,
    takeIn,
  }: Pick<Messages, 'report' | 'reportOperation' | 'takeIn'>,
  { operation, transaction, ...word }: ReceivedWord & Meant,
): Promise<Outcome> {
  const { account, report, receivedAt } = word;
  const other = wordOnOtherPayment(operation ? { operation } : { transaction }, report);
  if (other) {
    const payment = await transactions.find(other.ref);
    return payment ? { run: await tell(payment, other.report) } : {};
  }
  if (operation) return { run: await reportOperation(operation, report) };
  if (!transaction) return {};
  const names = foreignNames(account, report);
  const foreign = foreignOperation(transaction, report, { ...names, now: receivedAt });
  if (foreign && isTooEarly(transaction, report)) return { refused: 'too-early' };
  const refused = foreign && (await takeIn(transaction, foreign));
  if (refused) return { refused };
  // Several words on it at once: each was the first, and one was taken in. Each is in the inbox before this look.
  const kept = await operations.meantBy(account, report);
  const words = kept ? await inbox.wordsOn(account, report) : [];
  let run: string | undefined;
  if (kept) for (const one of stillToHear(kept, words)) run = await reportOperation(kept, one);
  return run === undefined ? {} : { run };
}
