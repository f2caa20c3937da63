/** Why people ask for a refund, a capture or a void; `other` is said in words (contract/operations#reason). */
export const REASON_CODES = [
  'requested_by_customer',
  'duplicate',
  'fraud',
  'not_delivered',
  'goodwill',
  'error',
  'other',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** What was said of it when it was asked for. */
export interface OperationReason {
  readonly code: ReasonCode;
  /** For the merchant's people alone: it is in no webhook and no report. */
  readonly note?: string;
}
