import {
  DISPUTE_STATES,
  type Dispute,
  type DisputeMovement,
  type DisputeReport,
} from './dispute.ts';

/** What a word makes of the disputes of a payment. */
export interface MergedDispute {
  readonly disputes: readonly Dispute[];
  readonly dispute: Dispute;
  /** How it was known before. */
  readonly known?: Dispute;
  /** The word is the newest, or has money of its own; else only what was said before is known better. */
  readonly isNews: boolean;
}

/**
 * The disputes of a payment with a network's word on one of them; undefined when it says nothing new. Words may come twice, late
 * and in any order, and the same words give the same dispute: the newest word says how it stands, and each movement of money
 * counts once.
 */
export function mergeDispute(
  disputes: readonly Dispute[],
  told: Dispute,
): MergedDispute | undefined {
  const known = disputes.find((one) => one.disputeId === told.disputeId);
  if (!known) return { disputes: [...disputes, told], dispute: told, isNews: true };
  const names = new Set(known.movements.map(({ name }) => name));
  const more = told.movements.filter(({ name }) => !names.has(name));
  const isNews = isLater(told, known) || more.length > 0;
  const states = new Set([...heardOf(known), ...heardOf(told)]);
  if (!isNews && states.size === heardOf(known).length) return undefined;
  const { heard: _heard, ...newest } = isLater(told, known) ? told : known;
  const dispute: Dispute = {
    ...newest,
    ...(states.size > 1 && { heard: DISPUTE_STATES.filter((one) => states.has(one)) }),
    movements: [...known.movements, ...more].toSorted(inTheirOrder),
  };
  return {
    disputes: disputes.map((one) => (one === known ? dispute : one)),
    dispute,
    known,
    isNews,
  };
}

/** What words have made of disputes, one after the other. */
export function mergedDisputes(words: readonly Dispute[]): readonly Dispute[] {
  return words.reduce<readonly Dispute[]>(
    (disputes, word) => mergeDispute(disputes, word)?.disputes ?? disputes,
    [],
  );
}

/** A word as a dispute that nothing else is known of. */
export function disputeOf({
  paymentReference: referenceNumber,
  gatewayPayment: _payment,
  ...word
}: DisputeReport): Dispute {
  return { ...word, referenceNumber };
}

function heardOf({ heard, state }: Dispute): readonly Dispute['state'][] {
  return heard ?? [state];
}

/** Of two words of one instant that counts which is further on. */
function isLater(told: Dispute, known: Dispute): boolean {
  if (told.saidAt !== known.saidAt) return told.saidAt > known.saidAt;
  return DISPUTE_STATES.indexOf(told.state) > DISPUTE_STATES.indexOf(known.state);
}

function inTheirOrder(one: DisputeMovement, other: DisputeMovement): number {
  return one.at - other.at || (one.name < other.name ? -1 : 1);
}
