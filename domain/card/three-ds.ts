/** What 3-D Secure came to. `attempted`: the bank takes no part in it, and the network vouches for the try. */
export const THREE_DS_OUTCOMES = ['authenticated', 'attempted', 'failed', 'unavailable'] as const;
export type ThreeDsOutcome = (typeof THREE_DS_OUTCOMES)[number];

/** 3-D Secure of an attempt as its network tells of it, in words that are the same for all networks. */
export interface ThreeDs {
  /** The customer was asked to confirm by their bank. */
  readonly challenge: boolean;
  /** Of the protocol, such as `2.2.0`. */
  readonly version?: string;
  /** The indicator of the card's scheme, two digits. */
  readonly eci?: string;
  readonly outcome?: ThreeDsOutcome;
}

/** What can be read of a network's word: undefined where there was no 3-D Secure, or it says nothing that we know. */
export function threeDsOf(said: {
  readonly challenge: boolean | undefined;
  readonly version?: string | undefined;
  readonly eci?: string | undefined;
  readonly outcome?: string | undefined;
}): ThreeDs | undefined {
  const { challenge, version = '', eci = '' } = said;
  if (challenge === undefined) return undefined;
  const outcome = THREE_DS_OUTCOMES.find((one) => one === said.outcome);
  return {
    challenge,
    ...(/^\d(\.\d{1,2}){1,2}$/.test(version) && { version }),
    ...(/^\d{2}$/.test(eci) && { eci }),
    ...(outcome && { outcome }),
  };
}
