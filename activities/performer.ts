import type { Operation } from '../domain/operation/operation.ts';
import type { OperationReport } from '../domain/operation/report.ts';

/** What the one who does operations says, or that they never heard of it. */
export type OperationAnswer = OperationReport | { readonly step: 'unheard-of' };

/** Who moves the money of an operation. Both are safe to repeat: the key makes it the same one. */
export interface Performer {
  readonly perform: (operation: Operation) => Promise<OperationReport>;
  readonly inquire: (operation: Operation) => Promise<OperationAnswer>;
}
