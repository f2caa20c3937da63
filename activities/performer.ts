import type { Operation } from '../domain/operation/operation.ts';
import type { OperationReport } from '../domain/operation/report.ts';

/**
 * The answer of a gateway, or of our wallets, about an operation. `unheard-of`: it knows no such operation; `repeatable`: it says
 * what it did when it is asked for the same again under its key.
 */
export type OperationAnswer = OperationReport | { readonly step: 'unheard-of' | 'repeatable' };

/** A gateway or our wallets: what moves the money of an operation. Both are safe to repeat: the key makes it the same one. */
export interface Performer {
  readonly perform: (operation: Operation) => Promise<OperationReport>;
  readonly inquire: (operation: Operation) => Promise<OperationAnswer>;
}
