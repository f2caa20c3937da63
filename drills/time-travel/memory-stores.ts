import type { Agreement, AgreementRef } from '../../domain/agreement/agreement.ts';
import { cyclesLeft, endAgreement, isToEnd } from '../../domain/agreement/ending.ts';
import type { SavedCard } from '../../domain/card/card.ts';
import type { CardKey } from '../../store/card-tries.ts';
import type { Store } from '../../store/index.ts';

/** The stores that cycles need, in memory, by the rules of the real ones. */
export interface MemoryStores {
  readonly agreements: Pick<
    Store['agreements'],
    'find' | 'save' | 'end' | 'lock' | 'reserve' | 'release' | 'settle'
  >;
  readonly cards: Pick<Store['cards'], 'find'>;
  readonly cardTries: Store['cardTries'];
  readonly clocks: Pick<Store['clocks'], 'ahead'>;
  readonly all: () => readonly Agreement[];
}

export function memoryStores(
  given: readonly Agreement[],
  cards: ReadonlyMap<string, SavedCard>,
): MemoryStores {
  const kept = new Map(given.map((agreement) => [agreement.uuid, agreement]));
  const put = (agreement: Agreement) =>
    kept.set(agreement.uuid, { ...agreement, version: agreement.version + 1 });
  const at = ({ uuid }: AgreementRef) => kept.get(uuid);

  return {
    all: () => [...kept.values()],
    agreements: {
      find: async (ref) => at(ref),
      save: async (agreement) => {
        if (at(agreement)?.version !== agreement.version) return false;
        put(agreement);
        return true;
      },
      end: async (ref, now) => {
        const known = at(ref);
        if (known) put(endAgreement(known, now));
        return at(ref);
      },
      lock: async () => undefined,
      reserve: async (ref, sessionId, version) => {
        const known = at(ref);
        if (!known) return 'unknown';
        if (known.charges.includes(sessionId)) return 'held';
        if (known.state === 'ended') return 'ended';
        if (version !== undefined && known.version !== version) return 'changed';
        if (cyclesLeft(known) === 0) return 'no-cycle-left';
        put({ ...known, charges: [...known.charges, sessionId] });
        return 'reserved';
      },
      release: async (ref, sessionId) => {
        const known = at(ref);
        if (known && !known.paid.includes(sessionId))
          put({ ...known, charges: known.charges.filter((one) => one !== sessionId) });
      },
      settle: async (ref, sessionId, now) => {
        const known = at(ref);
        if (!known || known.paid.includes(sessionId)) return;
        const charges = [...new Set([...known.charges, sessionId])];
        const paid = { ...known, charges, paid: [...known.paid, sessionId] };
        put(isToEnd(paid, now) ? endAgreement(paid, now) : paid);
      },
    },
    cards: { find: async ({ token }) => cards.get(token) },
    cardTries: memoryCardTries(),
    clocks: memoryClocks(),
  };
}

/** The clocks of merchants, of which none was moved but by this. */
export function memoryClocks(): MemoryStores['clocks'] & { move: (ms: number) => void } {
  let ahead = 0;
  return {
    ahead: async () => ahead,
    move: (ms) => {
      ahead += ms;
    },
  };
}

/** How often cards were tried in vain, in memory, by the rules of the real store. */
export function memoryCardTries(): MemoryStores['cardTries'] {
  const tries = new Map<string, { tryId: string; at: number }[]>();
  const never = new Set<string>();
  return {
    standing: async (card) => ({
      declined: (tries.get(nameOf(card)) ?? []).map((one) => one.at),
      never: never.has(nameOf(card)),
    }),
    take: async (card, wanted, { allows, forgets }) => {
      const name = nameOf(card);
      const before = (tries.get(name) ?? []).filter((one) => one.at > forgets);
      if (before.some(({ tryId }) => tryId === wanted.tryId)) return true;
      if (never.has(name) || !allows(before.map((one) => one.at))) return false;
      tries.set(name, [...before, wanted]);
      return true;
    },
    forget: async (card, tryId) => {
      const rest = (tries.get(nameOf(card)) ?? []).filter((one) => one.tryId !== tryId);
      tries.set(nameOf(card), rest);
    },
    forbid: async (card) => void never.add(nameOf(card)),
  };
}

function nameOf({ pgCode, token }: CardKey): string {
  return `${pgCode} ${token}`;
}
