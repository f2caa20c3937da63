import type { Version, WrittenConsequences } from '../domain/transaction/consequences.ts';
import type { MessageRequest } from '../domain/notification/notification.ts';
import type { AgreementStore } from './agreements.ts';
import type { Atomically } from './atomically.ts';
import type { CardTryStore } from './card-tries.ts';
import type { CardStore } from './cards.ts';
import type { DevicePayloadStore } from './device-payloads.ts';
import type { LedgerStore } from './ledger.ts';
import type { NotificationStore } from './notifications.ts';
import type { OperationStore } from './operations.ts';
import type { Replaced, TransactionStore } from './transactions.ts';
import type { NewEvent, WebhookEventStore } from './webhook-events.ts';

/** A version of a transaction with all that is written with it: what is told is put into words already. */
export interface NewVersion
  extends WrittenConsequences, Pick<Version, 'transaction' | 'beginBy' | 'operation' | 'freed'> {
  readonly events: readonly NewEvent[];
  readonly notifications: readonly MessageRequest[];
}

/**
 * What has become of a version. `kept`: it stands, with all that follows from it. `overtaken`: another one stands under its
 * number, or a later one, and nothing of it was written. `missing`: there is no such document, or what a command promised
 * came too late.
 */
export interface KeptVersion {
  readonly standing: 'kept' | 'overtaken' | 'missing';
  /** What it replaced, to whom wrote it and to nobody else. */
  readonly replaced?: Replaced;
}

interface Stores {
  readonly transactions: Pick<TransactionStore, 'save' | 'saveUntil' | 'standingOf'>;
  readonly operations: Pick<OperationStore, 'insert' | 'save'>;
  readonly webhookEvents: Pick<WebhookEventStore, 'freeze'>;
  readonly ledger: Pick<LedgerStore, 'post'>;
  readonly cards: Pick<CardStore, 'keep' | 'use'>;
  readonly agreements: Pick<AgreementStore, 'bind' | 'settle' | 'release'>;
  readonly cardTries: Pick<CardTryStore, 'forget' | 'forbid'>;
  readonly devicePayloads: Pick<DevicePayloadStore, 'spend'>;
  readonly notifications: Pick<NotificationStore, 'want'>;
}

export type VersionStore = ReturnType<typeof versionStore>;

/** How a transaction and all that follows from it are written: in one database transaction, or in one document. */
export function versionStore(atomically: Atomically, stores: Stores) {
  const { transactions, operations, webhookEvents, ledger } = stores;
  const { cards, agreements, cardTries, devicePayloads, notifications } = stores;
  /** How each is written, in this order. One that nobody writes does not compile. */
  const writers: Readonly<
    Record<keyof WrittenConsequences, (version: NewVersion) => Promise<unknown> | undefined>
  > = {
    entries: ({ entries }) => entries && ledger.post(entries),
    card: ({ card }) => card && cards.keep(card),
    used: ({ used }) => used && cards.use(used),
    binding: ({ binding }) => binding && agreements.bind(binding),
    charge: ({ charge, transaction: { sessionId } }) =>
      charge?.how === 'settle'
        ? agreements.settle(charge, sessionId, charge.at)
        : charge && agreements.release(charge, sessionId),
    tried: ({ tried }) =>
      tried?.how === 'never-again'
        ? cardTries.forbid(tried)
        : tried && cardTries.forget(tried, tried.tryId),
    spentPayloads: async ({ spentPayloads = [], transaction }) => {
      for (const spent of spentPayloads) await devicePayloads.spend(transaction, spent);
    },
  };
  const written = Object.keys(writers) as readonly (keyof WrittenConsequences)[];

  return {
    /**
     * Writes a version and all that follows from it, together or not at all. Safe to repeat, and to come late: what stands
     * is written once. Of a transaction that was removed meanwhile only what follows is written.
     */
    keep: async (version: NewVersion): Promise<KeptVersion> => {
      if (isAlone(version)) {
        const replaced = await save(version);
        if (replaced) return { standing: 'kept', replaced };
      }
      return atomically(async () => {
        const replaced = await save(version);
        const standing = replaced ? 'kept' : await transactions.standingOf(version.transaction);
        const isToWrite = standing === 'missing' && version.beginBy === undefined;
        if (replaced || isToWrite) await writeConsequences(version);
        return { standing, ...(replaced && { replaced }) };
      });
    },
  };

  function save({ transaction, beginBy }: NewVersion): Promise<Replaced | undefined> {
    return beginBy === undefined
      ? transactions.save(transaction)
      : transactions.saveUntil(beginBy, transaction);
  }

  /** One after the other, because a database transaction does one thing at a time. */
  async function writeConsequences(version: NewVersion): Promise<void> {
    // Most changes are of an operation that is there; where this version or a later one is there already, it stays.
    for (const operation of [version.operation, version.freed?.operation])
      if (operation && (operation.version === 1 || !(await operations.save(operation))))
        await operations.insert(operation);
    for (const event of version.events) await webhookEvents.freeze(event);
    for (const write of Object.values(writers)) await write(version);
    for (const wanted of version.notifications) await notifications.want(wanted);
  }

  /** Nothing is written but the one document. */
  function isAlone(version: NewVersion): boolean {
    const { operation, freed, events, notifications } = version;
    const more = [operation, freed, ...written.map((name) => version[name])];
    return [...more, ...events, ...notifications].every((one) => one === undefined);
  }
}
