import { ActivityFailure, log } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { OperationNews } from '../../activities/news.ts';
import { newsOf } from '../../domain/operation/news.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { saysOvertaken } from '../../domain/operation/overtaken.ts';
import { refusalOf } from '../../domain/refusal.ts';
import { loadOperation, tellOfOperation } from '../proxies.ts';
import { mutex } from '../mutex.ts';

/** Holds an operation that is under way. What it holds is kept: by the payment, which is told of each change first. */
export interface OperationContext {
  readonly current: () => Operation;
  /**
   * Applies a rule to the operation as it is then, one after the other, and tells the payment of what comes of it.
   * Undefined changes nothing, and so does a run that was overtaken. Throws what the rule throws, and the payment's refusal,
   * `too_late` for a change that the payment could not keep until `beginBy`; then nothing has changed.
   */
  readonly change: (rule: Rule, beginBy?: number) => Promise<void>;
  /**
   * The same for a verified word, which somebody else believes to be heard: a run that was overtaken applies it to what the
   * payment has kept.
   */
  readonly hear: (rule: Rule) => Promise<void>;
  /** The payment knows more of the operation than who holds it here; of their own they change nothing more, and have to end. */
  readonly isOvertaken: () => boolean;
  /** Tells people what is new about the operation since it was otherwise; nobody waits for that but the end of the run. */
  readonly tell: (before: Operation | undefined) => void;
  readonly hasTold: () => boolean;
}

/** A rule of the domain. */
export type Rule = (operation: Operation) => Operation | undefined;

/** How the payment is reached, and who shows what it has kept. */
interface OperationPorts {
  readonly tellPayment: Activities['tellPayment'];
  readonly changed?: (before: Operation, after: Operation) => void;
}

interface Ask {
  readonly rule: Rule;
  readonly beginBy?: number | undefined;
}

export function operationContextOf(
  given: Operation,
  { tellPayment, changed: show }: OperationPorts,
): OperationContext {
  let held = given;
  // A version that the payment refused is not used again: by its version it knows what it was told.
  let { version } = given;
  let telling = 0;
  let isOver = false;

  async function change(ask: Ask): Promise<void> {
    if (!isOver) isOver = !(await isKept(ask));
  }

  /** What the payment has kept is that of a later version, each time, so that this comes to an end. */
  async function hear(ask: Ask): Promise<void> {
    await change(ask);
    if (!isOver) return;
    do {
      const kept = await loadOperation(held);
      if (!kept) return;
      held = kept;
      version = Math.max(version, kept.version);
    } while (!(await isKept(ask)));
  }

  /** What comes of it is kept; false where the payment knows more than is held here. */
  async function isKept({ rule, beginBy }: Ask): Promise<boolean> {
    const next = rule(held);
    if (!next || next === held) return true;
    version += 1;
    const changed = { ...next, version };
    const told = await tellPayment(changed, beginBy);
    if ('refused' in told) {
      if (saysOvertaken(told.refused)) return false;
      throw refusalOf(told.refused);
    }
    const before = held;
    version = told.kept;
    held = { ...changed, version };
    show?.(before, held);
    tell(before);
    return true;
  }

  function tell(before: Operation | undefined): void {
    for (const news of newsOf(before, held)) void told({ operation: held, news });
  }

  /** What cannot be told stays in the list of requests; the money goes on. */
  async function told(news: OperationNews): Promise<void> {
    telling += 1;
    try {
      await tellOfOperation(news);
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error;
      log.warn('nobody could be told of a request', { news: news.news });
    } finally {
      telling -= 1;
    }
  }

  const inOrder = mutex();

  return {
    current: () => held,
    change: (rule, beginBy) => inOrder(() => change({ rule, beginBy })),
    hear: (rule) => inOrder(() => hear({ rule })),
    isOvertaken: () => isOver,
    tell,
    hasTold: () => telling === 0,
  };
}
