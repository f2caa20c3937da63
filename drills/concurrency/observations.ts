import type { OperationKind, OperationState } from '../../domain/operation/operation.ts';

/** One payment of a proof, as everybody has seen it when all is quiet. Amounts are fils. */
export interface Case {
  readonly about: string;
  /** What the payer was asked for, and whether it was taken at once or only held; nothing for who did not pay. */
  readonly paid: { readonly fils: number; readonly how: 'capture' | 'authorize' } | undefined;
  /** How many callers must have got what they asked for, by and by; "any" where there is no telling. */
  readonly winners: number | 'any';
  readonly asked: readonly RequestObservation[];
  readonly operations: readonly OurOperation[];
  readonly moved: readonly Moved[];
}

/** What a caller asked for and was told. */
export interface RequestObservation {
  readonly key: string;
  readonly kind: string;
  readonly fils: number;
  readonly answer: 'done' | 'pending' | 'refused' | 'none';
  /** The answer itself, for who reads the report. */
  readonly text: string;
}

/** An operation in our database. */
export interface OurOperation {
  readonly key: string | undefined;
  readonly reference: string;
  readonly kind: OperationKind;
  readonly state: OperationState;
  readonly fils: number;
}

/** A line of the network's ledger. */
export interface Moved {
  readonly reference: string;
  readonly entry: string;
  readonly fils: number;
}

/** A request for a refund as everybody can see it when all is quiet. */
export interface RequestSeen {
  readonly request: string;
  readonly maker: string;
  readonly state: string;
  /** As it is shown: "1.000". */
  readonly amount: string;
  /** How many checkers the policy wants. */
  readonly needed: number;
  readonly voters: readonly {
    readonly who: string;
    readonly mayCheck: boolean;
    readonly alone: boolean;
  }[];
  /** Whether the audit log has it and people were told, where one has agreed for all. */
  readonly emergency?: { readonly isAudited: boolean; readonly isTold: boolean };
}
