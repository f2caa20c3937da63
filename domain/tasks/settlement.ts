import type { PgCode } from '../ids.ts';
import { fieldSentence } from '../field-sentence.ts';
import { SETTLEMENT_RESULTS, type SettlementResult } from '../settlement/settlement.ts';
import type { Task } from './task.ts';

/** A settlement file as it was read last. */
export interface ReadSettlement {
  readonly pgCode: PgCode;
  /** The SHA-256 of the file. */
  readonly digest: string;
  readonly name: string;
  readonly importedAt: number;
  readonly results: Readonly<Record<SettlementResult, number>>;
}

/**
 * A file with lines that the ledger does not have so, or without some that it has; undefined where all is matched. Read again with
 * other differences it is another task.
 */
export function settlementTask({
  pgCode,
  digest,
  name,
  importedAt,
  results,
}: ReadSettlement): Task | undefined {
  const counts = SETTLEMENT_RESULTS.filter((result) => result !== 'matched').map(
    (result) => [result, results[result]] as const,
  );
  const differing = counts.filter(([, count]) => count > 0);
  if (differing.length === 0) return undefined;
  return {
    id: `settlement:${pgCode}:${digest}:${counts.map(([, count]) => count).join('-')}`,
    kind: 'settlement',
    severity: 'medium',
    since: importedAt,
    subject: { type: 'settlement', id: digest },
    file: { pgCode, name },
    detail: [
      fieldSentence('file-differs', { code: pgCode, name }),
      ...differing.map(([result, count]) => fieldSentence(result, { count })),
    ].join(' '),
  };
}
