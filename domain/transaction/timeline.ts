import type { PgCode, ReferenceNumber } from '../ids.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Money } from '../money.ts';
import type { Notification } from '../notification/notification.ts';
import type { Operation } from '../operation/operation.ts';
import type { DeliveryState } from '../webhook/delivery-state.ts';
import type { Initiator } from '../initiator.ts';
import type { Attempt, Transaction } from './transaction.ts';

/** What a timeline tells of. At one instant they stand in this order: a cause before what comes of it. */
export const TIMELINE_KINDS = [
  'created',
  'agreement',
  'viewed',
  'attempt.begun',
  'callback',
  'inquiry',
  'attempt.ended',
  'vote',
  'approval',
  'operation',
  'ledger',
  'dispute',
  'alert',
  'webhook',
  'notification',
  'audit',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** What is known of an entry; which of it there is follows from its kind (contract/search#timeline). */
export interface TimelineFacts {
  readonly state?: string;
  readonly step?: 'begun' | 'ended' | 'reversed' | 'taken' | 'returned';
  readonly type?: string;
  readonly operation?: string;
  readonly subject?: CallbackTold['subject'];
  readonly result?: string;
  readonly message?: string;
  readonly amount?: Money;
  readonly fee?: Money;
  readonly pgCode?: PgCode;
  readonly referenceNumber?: ReferenceNumber;
  readonly channel?: string;
  readonly destination?: string;
  readonly source?: string;
  /** Calls to a network, or to the merchant. */
  readonly calls?: number;
  /** How many checkers have to agree. */
  readonly checkers?: number;
  readonly breakGlass?: true;
  readonly reason?: string;
  readonly note?: string;
  /** Epoch milliseconds. */
  readonly dueAt?: number;
  readonly to?: readonly string[];
  readonly lines?: LedgerEntry['lines'];
  readonly action?: string;
  readonly route?: string;
  readonly requestId?: string;
  readonly httpStatus?: number;
}

/** One thing that happened to a payment. Kind and id together name it among all entries of the payment. */
export interface TimelineEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: TimelineKind;
  readonly id: string;
  /** Who did it, as the audit log names them. */
  readonly who?: string;
  /** The address from which they came. */
  readonly from?: string;
  /** The id by which others know what it is about. */
  readonly about: string;
  readonly facts: TimelineFacts;
}

/** A callback of a network, without what stood in it. */
export interface CallbackTold {
  readonly id: string;
  readonly receivedAt: number;
  readonly pgCode: PgCode;
  readonly referenceNumber: ReferenceNumber;
  readonly subject: 'attempt' | 'operation' | 'dispute';
  readonly result: string;
}

/** An event for the merchant, without what is posted. */
export interface DeliveryTold {
  readonly eventId: string;
  readonly createdAt: number;
  readonly type?: string;
  readonly state: DeliveryState;
  readonly calls: number;
}

/** An entry of the audit log about a payment or one of its operations. */
export interface AuditTold {
  readonly id: string;
  readonly at: number;
  readonly who: string;
  readonly from: string;
  readonly action: string;
  readonly about: string;
  readonly route?: string;
  readonly requestId?: string;
  readonly httpStatus?: number;
}

/** All that is known of a payment, by where it is kept. */
export interface TimelineSources {
  readonly transaction: Transaction;
  readonly operations: readonly Operation[];
  readonly callbacks: readonly CallbackTold[];
  readonly deliveries: readonly DeliveryTold[];
  readonly notifications: readonly Notification[];
  readonly ledger: readonly LedgerEntry[];
  readonly audit: readonly AuditTold[];
}

/**
 * Everything that happened, oldest first: by instant, then by kind, then by id. To whom messages went only for who may see
 * how to reach customers, and what people have noted only for the merchant's people.
 */
export function timelineOf(
  sources: TimelineSources,
  { maySeePeople, maySeeNotes }: { readonly maySeePeople: boolean; readonly maySeeNotes: boolean },
): readonly TimelineEntry[] {
  return [
    ...ofTransaction(sources.transaction),
    ...sources.transaction.attempts.flatMap(ofAttempt),
    ...sources.operations.flatMap((one) => ofOperation(one, maySeeNotes)),
    ...sources.callbacks.map(ofCallback),
    ...sources.deliveries.map(ofDelivery),
    ...sources.notifications.map((one) => ofNotification(one, maySeePeople)),
    ...sources.ledger.map(ofLedger),
    ...sources.audit.map(ofAudit),
  ].toSorted(byTime);
}

/** The last entry of the page before: its instant, and how it is known among those of that instant. */
export interface TimelinePlace {
  readonly at: number;
  readonly is: (entry: TimelineEntry) => boolean;
}

/**
 * A page of a sorted timeline, and its last entry where others follow. An entry that is not there any more, because the
 * caller may see less by now, leads to the first one of its instant: rather one twice than one never.
 */
export function timelinePage(
  entries: readonly TimelineEntry[],
  { after, limit }: { readonly after?: TimelinePlace | undefined; readonly limit: number },
): { readonly results: readonly TimelineEntry[]; readonly next?: TimelineEntry } {
  const begin = after ? entries.findIndex(({ at }) => at >= after.at) : 0;
  const rest = begin < 0 ? [] : entries.slice(begin);
  const place = after ? rest.findIndex((entry) => entry.at === after.at && after.is(entry)) : -1;
  const following = rest.slice(place + 1);
  const results = following.slice(0, limit);
  const last = results.at(-1);
  return { results, ...(last && following.length > limit && { next: last }) };
}

const RANK: ReadonlyMap<TimelineKind, number> = new Map(
  TIMELINE_KINDS.map((kind, rank) => [kind, rank]),
);

function byTime(a: TimelineEntry, b: TimelineEntry): number {
  const byKind = (RANK.get(a.kind) ?? 0) - (RANK.get(b.kind) ?? 0);
  return a.at - b.at || byKind || (a.id < b.id ? -1 : 1);
}

function ofTransaction(transaction: Transaction): readonly TimelineEntry[] {
  const { sessionId, createdAt, seenAt, agreement, initiator } = transaction;
  const { alerts, disputes = [] } = transaction;
  return [
    {
      at: createdAt,
      kind: 'created',
      id: sessionId,
      ...by(initiator),
      about: sessionId,
      facts: {
        type: transaction.type,
        operation: transaction.kind,
        amount: transaction.amount,
      },
    },
    ...(agreement
      ? [
          {
            at: createdAt,
            kind: 'agreement',
            id: agreement.id,
            about: agreement.id,
            facts: { type: agreement.type },
          } as const,
        ]
      : []),
    ...(seenAt === undefined
      ? []
      : [{ at: seenAt, kind: 'viewed', id: sessionId, about: sessionId, facts: {} } as const]),
    ...alerts.map(({ kind, at, referenceNumber, detail }, nth): TimelineEntry => {
      const id = `${referenceNumber}/${nth}`;
      const facts = { type: kind, message: detail };
      return { at, kind: 'alert', id, about: referenceNumber, facts };
    }),
    ...disputes.flatMap((dispute): readonly TimelineEntry[] => {
      const { disputeId, referenceNumber, state, amount, reason, dueAt, saidAt } = dispute;
      const about = { kind: 'dispute', about: disputeId } as const;
      return [
        {
          ...about,
          at: saidAt,
          id: disputeId,
          facts: {
            state,
            amount,
            referenceNumber,
            ...(reason !== undefined && { reason }),
            ...(dueAt !== undefined && { dueAt }),
          },
        },
        ...dispute.movements.map((moved) => ({
          ...about,
          at: moved.at,
          id: `${disputeId}/${moved.kind}/${moved.name}`,
          facts: { step: moved.kind, amount: moved.amount, referenceNumber },
        })),
      ];
    }),
  ];
}

function ofAttempt(attempt: Attempt): readonly TimelineEntry[] {
  const { referenceNumber, pgCode, createdAt, concludedAt, inquired, channel, message } = attempt;
  const about = { id: referenceNumber, about: referenceNumber };
  return [
    {
      ...about,
      at: createdAt,
      kind: 'attempt.begun',
      facts: {
        operation: attempt.kind,
        amount: attempt.total,
        fee: attempt.fee,
        pgCode,
        ...(channel !== undefined && { channel }),
      },
    },
    ...(inquired
      ? [
          {
            ...about,
            at: inquired.at,
            kind: 'inquiry',
            facts: { result: inquired.heard, calls: inquired.calls, pgCode },
          } as const,
        ]
      : []),
    ...(concludedAt === undefined
      ? []
      : [
          {
            ...about,
            at: concludedAt,
            kind: 'attempt.ended',
            facts: { state: attempt.state, pgCode, ...(message !== undefined && { message }) },
          } as const,
        ]),
  ];
}

function ofOperation(operation: Operation, maySeeNotes: boolean): readonly TimelineEntry[] {
  const { sessionId, kind: what, amount, referenceNumber, pgCode, approval } = operation;
  const { initiator, createdAt, concludedAt, reversedAt, message, state } = operation;
  const { reasonCode, reasonNote } = operation;
  const about = { kind: 'operation', about: sessionId } as const;
  const same = { operation: what, amount, referenceNumber, pgCode };
  return [
    {
      ...about,
      at: createdAt,
      id: `${sessionId}/1`,
      ...by(initiator),
      facts: {
        ...same,
        step: 'begun',
        destination: operation.destination,
        source: operation.source,
        ...(reasonCode && { reason: reasonCode }),
        ...(maySeeNotes && reasonNote !== undefined && { note: reasonNote }),
        ...(approval && approval.needed > 0 && { checkers: approval.needed }),
      },
    },
    ...(approval ? ofApproval(sessionId, approval) : []),
    ...(concludedAt === undefined
      ? []
      : [
          {
            ...about,
            at: concludedAt,
            id: `${sessionId}/2`,
            facts: { ...same, step: 'ended', state, ...(message !== undefined && { message }) },
          } as const,
        ]),
    ...(reversedAt === undefined
      ? []
      : [
          {
            ...about,
            at: reversedAt,
            id: `${sessionId}/3`,
            facts: { ...same, step: 'reversed' },
          } as const,
        ]),
  ];
}

function ofApproval(
  sessionId: string,
  { votes, state, decidedAt, decidedBy, reason }: NonNullable<Operation['approval']>,
): readonly TimelineEntry[] {
  return [
    ...votes.map((vote, nth): TimelineEntry => ({
      at: vote.at,
      kind: 'vote',
      id: `${sessionId}/${nth}`,
      ...by(vote.by),
      about: sessionId,
      facts: vote.breakGlass ? { breakGlass: true } : {},
    })),
    ...(decidedAt === undefined
      ? []
      : [
          {
            at: decidedAt,
            kind: 'approval',
            id: sessionId,
            ...by(decidedBy),
            about: sessionId,
            facts: {
              // What was decided then; how a request that was approved went on is told by its operation.
              state: state === 'rejected' || state === 'canceled' ? state : 'approved',
              ...(reason !== undefined && { reason }),
            },
          } as const,
        ]),
  ];
}

function ofCallback({
  id,
  receivedAt,
  pgCode,
  referenceNumber,
  subject,
  result,
}: CallbackTold): TimelineEntry {
  const facts = { subject, result, pgCode };
  return { at: receivedAt, kind: 'callback', id, about: referenceNumber, facts };
}

function ofDelivery({ eventId, createdAt, type, state, calls }: DeliveryTold): TimelineEntry {
  const facts = { state, calls, ...(type !== undefined && { type }) };
  return { at: createdAt, kind: 'webhook', id: eventId, about: eventId, facts };
}

function ofNotification(message: Notification, maySeePeople: boolean): TimelineEntry {
  const { id, createdAt, event, channel, status, to, cc = [], bcc = [] } = message;
  return {
    at: createdAt,
    kind: 'notification',
    id,
    about: id,
    facts: {
      type: event,
      channel,
      state: status,
      ...(maySeePeople && { to: [...to, ...cc, ...bcc] }),
    },
  };
}

function ofLedger({ id, at, event, referenceNumber, pgCode, lines }: LedgerEntry): TimelineEntry {
  const facts = { type: event, pgCode, lines };
  return { at, kind: 'ledger', id, about: referenceNumber, facts };
}

function ofAudit({ id, at, who, from, about, ...facts }: AuditTold): TimelineEntry {
  return { at, kind: 'audit', id, who, from, about, facts };
}

function by(person: Initiator | undefined): Pick<TimelineEntry, 'who'> {
  return person ? { who: `user:${person.username}` } : {};
}
