import type { Operation } from '../domain/operation/operation.ts';
import type { OperationReport } from '../domain/operation/report.ts';

/**
 * What the one who does operations says, or that they never heard of it; `repeatable`: they say what they did when they are
 * asked for the same again under its key.
 */
export type OperationAnswer = OperationReport | { readonly step: 'unheard-of' | 'repeatable' };

/** Who moves the money of an operation. Both are safe to repeat: the key makes it the same one. */
export interface Performer {
  readonly perform: (operation: Operation) => Promise<OperationReport>;
  readonly inquire: (operation: Operation) => Promise<OperationAnswer>;
}
