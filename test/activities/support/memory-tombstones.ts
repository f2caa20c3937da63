import { attemptsNamed, type Tombstone } from '../../../domain/transaction/tombstone.ts';
import type { TombstoneStore } from '../../../store/tombstones.ts';

/** What remains of removed transactions, in memory under the rules of the store: written once, and added to as it was read. */
export function memoryTombstones(...given: readonly Tombstone[]): TombstoneStore {
  let all = [...given];
  const find = (sessionId: Tombstone['sessionId']) =>
    all.find((one) => one.sessionId === sessionId);
  const asItWas = (read: Parameters<TombstoneStore['addDispute']>[0]) => {
    const found = find(read.sessionId);
    const isSame =
      found?.lateMoney.length === read.lateMoney.length &&
      (found.operations ?? []).length === (read.operations ?? []).length &&
      (found.disputes ?? []).length === (read.disputes ?? []).length;
    return isSame ? found : undefined;
  };
  return {
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
    paymentsNamed: async (merchantId, gatewayPayment) =>
      all
        .filter((one) => one.merchantId === merchantId)
        .flatMap((one) => attemptsNamed(one, gatewayPayment)),
    addLateMoney: async (read, late) => {
      const found = asItWas(read);
      if (!found) return false;
      all = all.map((one) =>
        one === found ? { ...one, lateMoney: [...one.lateMoney, late] } : one,
      );
      return true;
    },
    addDispute: async (read, word, alert) => {
      const found = asItWas(read);
      if (!found) return false;
      const { disputes = [], alerts = [] } = found;
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
    addOperations: async (read, more) => {
      const found = asItWas(read);
      if (!found) return false;
      const { operations = [] } = found;
      all = all.map((one) =>
        one === found ? { ...one, operations: [...operations, ...more] } : one,
      );
      return true;
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
