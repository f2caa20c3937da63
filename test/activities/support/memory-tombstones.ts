import type { Tombstone } from '../../../domain/transaction/tombstone.ts';
import type { TombstoneStore } from '../../../store/tombstones.ts';

/** What remains of removed transactions, in memory under the rules of the store: written once, late money once. */
export function memoryTombstones(...given: readonly Tombstone[]): TombstoneStore {
  let all = [...given];
  const find = (sessionId: Tombstone['sessionId']) =>
    all.find((one) => one.sessionId === sessionId);
  return {
    ensureIndexes: async () => undefined,
    insert: async (tombstone) => {
      if (!find(tombstone.sessionId)) all.push(tombstone);
    },
    find: async ({ merchantId, sessionId }) => {
      const found = find(sessionId);
      return found?.merchantId === merchantId ? found : undefined;
    },
    findByReference: async (reference) =>
      all.find(({ attempts }) =>
        attempts.some(({ referenceNumber }) => referenceNumber === reference),
      ),
    addLateMoney: async ({ sessionId }, late) => {
      const found = find(sessionId);
      if (!found || found.lateMoney.some((one) => one.referenceNumber === late.referenceNumber))
        return false;
      all = all.map((one) =>
        one === found ? { ...one, lateMoney: [...one.lateMoney, late] } : one,
      );
      return true;
    },
    addDispute: async ({ sessionId }, word, alert) => {
      const found = find(sessionId);
      const { disputes = [], alerts = [] } = found ?? {};
      const isKnown = disputes.some(
        ({ disputeId, state, saidAt, movements }) =>
          disputeId === word.disputeId &&
          state === word.state &&
          saidAt === word.saidAt &&
          movements.length === word.movements.length,
      );
      if (!found || isKnown) return false;
      all = all.map((one) =>
        one === found
          ? {
              ...one,
              disputes: [...disputes, word],
              ...(alert && { alerts: [...alerts, alert] }),
            }
          : one,
      );
      return true;
    },
    addOperation: async ({ sessionId }, operation) => {
      all = all.map((one) =>
        one.sessionId === sessionId
          ? { ...one, operations: [...(one.operations ?? []), operation] }
          : one,
      );
    },
    async *bySession() {
      yield* all.toSorted((one, other) => (one.sessionId < other.sessionId ? -1 : 1));
    },
    removedReferences: async (references) =>
      all
        .flatMap(({ attempts }) => attempts.map(({ referenceNumber }) => referenceNumber))
        .filter((reference) => references.includes(reference)),
    withLateMoney: async (merchantId) =>
      all.filter((one) => one.merchantId === merchantId && one.lateMoney.length > 0),
  };
}
