/** What has happened until now, for those who wait and for those who watch. */
export interface Clock {
  /** Epoch milliseconds. */
  readonly began: number;
  lastKill?: number;
  /** The sessions that the merchant was told of, by order. */
  readonly told: Map<string, string>;
  /** Milliseconds from the last kill until a sale was seen to be final, by order. */
  readonly final: Map<string, number>;
  /** Payers who have come, and those who have done all that they wanted. */
  come: number;
  gone: number;
}

export function newClock(): Clock {
  return { began: Date.now(), told: new Map(), final: new Map(), come: 0, gone: 0 };
}
