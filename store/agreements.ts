import { Schema, type Connection } from 'mongoose';
import { v5 as uuidV5 } from 'uuid';
import type {
  Agreement,
  AgreementName,
  AgreementRef,
  AgreementState,
} from '../domain/agreement/agreement.ts';
import type { AutopayEnd, AutopayState } from '../domain/agreement/autopay.ts';
import { bound, agreementNameOf, type Binding } from '../domain/agreement/binding.ts';
import {
  cyclesLeft,
  dayOf,
  endAgreement,
  FARTHEST_WEST_MS,
  isToEnd,
} from '../domain/agreement/ending.ts';
import { nextChargeAt } from '../domain/agreement/look.ts';
import type { MerchantId, SessionId } from '../domain/ids.ts';
import type { HalfOpen } from '../domain/search/filter.ts';
import { leftUnpaidAt, type TaskAgreement } from '../domain/tasks/agreement.ts';
import { TRANSACTION_TYPES, type TransactionType } from '../domain/transaction/type.ts';
import { termsSchema } from './agreement-terms.ts';
import { autopaySchema } from './autopay-schema.ts';
import { withinSpan } from './bounded-search.ts';
import type { CardStore } from './cards.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';
import { replace } from './replace.ts';

const needed = { type: String, required: true };
const number = { type: Number, required: true };
const sessions = { type: [String], required: true };

const STATES = ['active', 'ended'] as const satisfies readonly AgreementState[];

/** For tasks: those of which something was left unpaid. */
const LEFT_UNPAID = 'left_unpaid';

const schema = new Schema(
  {
    uuid: needed,
    merchantId: needed,
    customerId: needed,
    sandbox: { type: Boolean, required: true },
    transactionType: { type: String, required: true, enum: TRANSACTION_TYPES },
    version: number,
    state: { type: String, required: true, enum: STATES },
    terms: { type: termsSchema, required: true },
    pgCode: needed,
    token: needed,
    boundAt: number,
    firstSessionId: needed,
    charges: sessions,
    paid: sessions,
    autopay: { type: autopaySchema },
    createdAt: number,
    endedAt: { type: Number },
    endedBy: { type: String },
    dueAt: { type: Number },
    leftUnpaidAt: { type: Number },
  } satisfies FieldsOf<KeptAgreement>,
  { collection: 'agreements', versionKey: false, strict: 'throw', minimize: false, id: false },
);
schema.index({ uuid: 1 }, { unique: true });
// A name is free again once its agreement has ended.
schema.index(
  { merchantId: 1, customerId: 1, sandbox: 1, 'terms.id': 1 },
  { unique: true, partialFilterExpression: { state: 'active' } },
);
schema.index({ merchantId: 1, customerId: 1, createdAt: -1 });
// For the list, in its order; of both states it is read as two lists that are merged.
schema.index({ merchantId: 1, state: 1, createdAt: -1, uuid: 1 });
schema.index({ merchantId: 1, dueAt: 1 }, { partialFilterExpression: { dueAt: { $gt: 0 } } });
schema.index({ merchantId: 1, 'terms.id': 1 });
schema.index(
  { merchantId: 1, transactionType: 1, leftUnpaidAt: -1 },
  { name: LEFT_UNPAID, partialFilterExpression: { leftUnpaidAt: { $gt: 0 } } },
);
schema.index({ 'autopay.lookAt': 1 }, { sparse: true });
schema.index({ 'terms.expiryDate': 1 }, { partialFilterExpression: { state: 'active' } });

const plain = { _id: 0, dueAt: 0, leftUnpaidAt: 0 } as const;

/** Our namespace for the uuids of agreements (RFC 9562, UUIDv5); any fixed UUID does, this one must never change. */
const NAMESPACE = '3d0f2c63-0b53-4a0e-9c2e-6c1f6a9d51b7';

/** An agreement without `totalCycles` remembers its latest charges; one with it never has more. */
const MOST_CHARGES = 999;

/** What became of the request to charge: it counts from now on, did so before, there is nothing to charge, or it is another version now. */
export type Reserved = 'reserved' | 'held' | 'no-cycle-left' | 'ended' | 'changed' | 'unknown';

/** An agreement as it lies in the database, with what lists find it by. */
type KeptAgreement = Agreement & {
  /** When the engine charges it next (`nextChargeAt`). */
  readonly dueAt?: number;
  /** When something of it was left unpaid last (`leftUnpaidAt`). */
  readonly leftUnpaidAt?: number;
};

function kept(agreement: Agreement): KeptAgreement {
  return { ...agreement, ...fieldsForLists(agreement) };
}

function fieldsForLists(agreement: Agreement): Pick<KeptAgreement, 'dueAt' | 'leftUnpaidAt'> {
  const dueAt = nextChargeAt(agreement);
  const unpaidAt = leftUnpaidAt(agreement);
  return {
    ...(dueAt !== undefined && { dueAt }),
    ...(unpaidAt !== undefined && { leftUnpaidAt: unpaidAt }),
  };
}

/** Which of a merchant's agreements are meant; all where nothing is said. */
export interface AgreementFilter {
  readonly customerId?: string;
  readonly sandbox?: boolean;
  readonly state?: AgreementState;
  /** The merchant's name for it. */
  readonly id?: string;
  /** Of their first payments. One that does not say it is none of these. */
  readonly types?: readonly TransactionType[];
  /** Its uuid, its name, or its customer's. */
  readonly named?: string;
  /** How it is with what the engine charges of it; `none` where it was never asked to. */
  readonly autopay?: readonly (AutopayState | 'none')[];
  readonly endedAs?: readonly AutopayEnd[];
  /** When the engine charges it next. */
  readonly due?: HalfOpen;
}

export type AgreementStore = ReturnType<typeof agreementStore>;

/** What customers and merchants have agreed on, once a customer has paid by it: `agreements`. */
export function agreementStore(connection: Connection, cards: Pick<CardStore, 'list' | 'lockFor'>) {
  const model = connection.model<KeptAgreement>('Agreement', schema);
  const one = async (filter: object): Promise<Agreement | undefined> =>
    (await model.findOne(filter, plain).sort({ state: 1, createdAt: -1 }).lean<Agreement>()) ??
    undefined;
  const find = ({ merchantId, uuid }: AgreementRef) => one({ merchantId, uuid });
  const findNamed = (name: AgreementName) => one(filterOf(name));
  const findActive = (name: AgreementName) => one({ ...filterOf(name), state: 'active' });

  /** Writes a new one. Safe to repeat. False when there is an unfinished one of this name. */
  async function insert(agreement: Agreement): Promise<boolean> {
    try {
      await model.create(kept(agreement));
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return (await find(agreement)) !== undefined;
    }
  }

  /** Writes a change on top of the version that it was made from; false when somebody was faster. */
  async function save(agreement: Agreement): Promise<boolean> {
    const { merchantId, uuid, version } = agreement;
    const identity = { merchantId, uuid };
    const before = await replace<KeptAgreement>(model, {
      identity,
      filter: { ...identity, version },
      document: kept({ ...agreement, version: version + 1 }),
    });
    return before !== undefined;
  }

  /** The card of the unfinished agreement of this name is locked for it, and no other is; whoever comes last looks last. */
  async function lockCard(name: AgreementName): Promise<void> {
    for (;;) {
      const before = await findActive(name);
      await cards.lockFor(name, name.id, before);
      const after = await findActive(name);
      if (after?.token === before?.token && after?.pgCode === before?.pgCode) return;
    }
  }

  /** Ends it and gives its card free; does nothing to one that has ended. Undefined where there is none, or it is not meant. */
  async function end(
    ref: AgreementRef,
    now: number,
    isMeant: typeof isToEnd = () => true,
  ): Promise<Agreement | undefined> {
    for (;;) {
      const known = await find(ref);
      if (!known || !isMeant(known, now)) return undefined;
      const ended = endAgreement(known, now);
      if (ended !== known && !(await save(ended))) continue;
      await lockCard(agreementNameOf(known));
      return find(ref);
    }
  }

  const endIfOver = (ref: AgreementRef, now: number) => end(ref, now, isToEnd);

  return {
    find,
    /** The unfinished one of this name; where there is none, the latest that has ended. */
    findNamed,
    insert,
    save,
    end: (ref: AgreementRef, now: number) => end(ref, now),
    /** The same where it is to be ended (`isToEnd`), also once somebody has changed it: undefined where it is not. */
    endIfOver,
    /** Its card is locked for it, and no other one is. */
    lock: (of: Agreement | Binding): Promise<void> => lockCard(agreementNameOf(of)),

    /**
     * Ends those of a merchant's customer that are over and not charged by the engine, and locks the customer's cards for
     * those that are left alone: whoever ended one may have died before its card was free.
     */
    endOverdue: async (
      { merchantId, customerId, sandbox }: Omit<AgreementName, 'id'>,
      now: number,
    ): Promise<void> => {
      const active: object = {
        merchantId,
        customerId,
        sandbox,
        state: 'active',
        // What the engine charges it ends by itself: it knows the last day of the place, and what was due then may wait for its turn.
        'autopay.state': { $ne: 'active' },
      };
      for (const agreement of await model.find(active, plain).lean<Agreement[]>())
        await endIfOver(agreement, now);
      const owner = { merchantId, customerId, sandbox };
      for (const card of await cards.list(owner))
        for (const id of card.agreements) await lockCard({ ...owner, id });
    },

    /**
     * Makes durable what a customer's payment means to its agreement, and locks the card. Safe to repeat, also late: the
     * new agreement's uuid follows from the payment, and an earlier payment neither takes the place of a later one nor revives
     * what was ended since.
     */
    bind: async (binding: Binding): Promise<Agreement> => {
      const uuid = uuidV5(binding.sessionId, NAMESPACE);
      for (;;) {
        const existing = await find({ merchantId: binding.merchantId, uuid });
        const known = existing ?? (await findNamed(agreementNameOf(binding)));
        const { ended, next } = bound(known, binding, uuid);
        if (ended && !(await save(ended))) continue;
        const isNew = next.uuid === uuid && !existing;
        if (isNew && !(await insert(next))) continue;
        if (!isNew && next !== known && !(await save(next))) continue;
        await lockCard(agreementNameOf(binding));
        return (await find(next)) ?? next;
      }
    },

    /**
     * Counts a charge before it is made: two at the same time never both take the last cycle. Safe to repeat. What is
     * reserved and then not paid must be released. With a version nothing is counted once somebody has changed that.
     */
    reserve: async (
      ref: AgreementRef,
      sessionId: SessionId,
      version?: number,
    ): Promise<Reserved> => {
      const { merchantId, uuid } = ref;
      for (;;) {
        const known = await find(ref);
        if (!known) return 'unknown';
        if (known.charges.includes(sessionId)) return 'held';
        if (known.state === 'ended') return 'ended';
        if (version !== undefined && known.version !== version) return 'changed';
        if (cyclesLeft(known) === 0) return 'no-cycle-left';
        const { modifiedCount } = await model.updateOne(
          { merchantId, uuid, version: known.version },
          { ...addedTo('charges', sessionId), $inc: { version: 1 } },
        );
        if (modifiedCount > 0) return 'reserved';
      }
    },

    /** The charge was not made: its cycle is free again. Safe to repeat; one that is paid stays. */
    release: async ({ merchantId, uuid }: AgreementRef, sessionId: SessionId): Promise<void> => {
      await model.updateOne(
        { merchantId, uuid, charges: sessionId, paid: { $ne: sessionId } },
        { $pull: { charges: sessionId }, $inc: { version: 1 } },
      );
    },

    /**
     * The charge is paid, whatever was thought of it before: it counts for ever. Safe to repeat. With the last cycle the
     * agreement ends.
     */
    settle: async (ref: AgreementRef, sessionId: SessionId, now: number): Promise<void> => {
      const { merchantId, uuid } = ref;
      for (const list of ['charges', 'paid'] as const)
        await model.updateOne(
          { merchantId, uuid, [list]: { $ne: sessionId } },
          { ...addedTo(list, sessionId), $inc: { version: 1 } },
        );
      await endIfOver(ref, now);
    },

    /** Those at which the engine had to look before this instant and has not, the longest waiting first. */
    unseen: (before: number, limit: number): Promise<readonly Agreement[]> =>
      model
        .find({ 'autopay.lookAt': { $lt: before } }, plain)
        .sort({ 'autopay.lookAt': 1 })
        .limit(limit)
        .lean<Agreement[]>()
        .exec(),

    /** Those of all merchants that are not ended and whose last day is over (`isToEnd`), the longest over first. */
    overdue: (now: number, limit: number): Promise<readonly Agreement[]> =>
      model
        .find(
          {
            state: 'active',
            $or: [
              {
                'terms.expiryDate': { $lt: dayOf(now) },
                'autopay.state': { $nin: ['active', 'paused'] },
              },
              {
                'terms.expiryDate': { $lt: dayOf(now - FARTHEST_WEST_MS) },
                'autopay.state': 'paused',
              },
            ],
          },
          plain,
        )
        .sort({ 'terms.expiryDate': 1 })
        .limit(limit)
        .lean<Agreement[]>()
        .exec(),

    /** All of all merchants, a few at a time in memory: for who checks the books of the whole system. */
    all: (): AsyncIterable<Agreement> =>
      model.find({}, plain).lean<Agreement>().cursor({ batchSize: 200 }),

    /**
     * All of a merchant's with which the engine has something to do, now or later: those that it charges, and those that were paused
     * or have ended, while somebody has to look at them or a cycle is open.
     */
    unsettled: (merchantId: MerchantId): Promise<readonly Agreement[]> =>
      model
        .find(
          {
            merchantId,
            $or: [
              { 'autopay.state': 'active' },
              { 'autopay.lookAt': { $exists: true } },
              { 'autopay.history.state': { $in: ['coming', 'trying'] } },
            ],
          },
          plain,
        )
        .lean<Agreement[]>()
        .exec(),

    /** Those of these types of which a cycle was missed, or which the card has ended; so many at most, the last first. */
    leftUnpaid: (
      merchantId: MerchantId,
      types: readonly TransactionType[],
      most: number,
    ): Promise<readonly TaskAgreement[]> =>
      model
        .aggregate<TaskAgreement>([
          { $match: { merchantId, transactionType: { $in: types }, leftUnpaidAt: { $gt: 0 } } },
          { $sort: { leftUnpaidAt: -1 } },
          { $limit: most },
          {
            $project: {
              _id: 0,
              uuid: 1,
              endedAt: 1,
              terms: { id: 1 },
              autopay: {
                amount: 1,
                endedAs: 1,
                history: {
                  $filter: {
                    input: '$autopay.history',
                    cond: { $in: ['$$this.state', ['missed', 'failed']] },
                  },
                },
              },
            },
          },
        ])
        .hint(LEFT_UNPAID)
        .exec(),

    /** A page of a merchant's agreements, the newest first, and how many there are. */
    list: async (
      merchantId: MerchantId,
      filter: AgreementFilter,
      { limit, offset }: { readonly limit: number; readonly offset: number },
    ): Promise<{ readonly count: number; readonly results: readonly Agreement[] }> => {
      const wanted = wantedBy(merchantId, filter);
      const [count, results] = await Promise.all([
        model.countDocuments(wanted).exec(),
        model
          .find(wanted, plain)
          .sort({ createdAt: -1, uuid: 1 })
          .skip(offset)
          .limit(limit)
          .lean<Agreement[]>(),
      ]);
      return { count, results };
    },
  };
}

function addedTo(list: 'charges' | 'paid', sessionId: SessionId) {
  return { $push: { [list]: { $each: [sessionId], $slice: -MOST_CHARGES } } };
}

function wantedBy(merchantId: MerchantId, filter: AgreementFilter): object {
  const { customerId, sandbox, state, id, types, named, autopay, endedAs, due } = filter;
  const how = autopay && [
    { 'autopay.state': { $in: autopay.filter((one) => one !== 'none') } },
    ...(autopay.includes('none') ? [{ autopay: { $exists: false } }] : []),
  ];
  const more = [
    ...withinSpan('dueAt', due),
    ...(how ? [{ $or: how }] : []),
    ...(named === undefined
      ? []
      : [{ $or: [{ uuid: named }, { 'terms.id': named }, { customerId: named }] }]),
  ];
  return {
    merchantId,
    // Also where any will do, so that the index has them in the order of the list.
    state: state ?? { $in: STATES },
    ...(customerId !== undefined && { customerId }),
    ...(sandbox !== undefined && { sandbox }),
    ...(id !== undefined && { 'terms.id': id }),
    ...(types && { transactionType: { $in: types } }),
    ...(endedAs && { 'autopay.endedAs': { $in: endedAs } }),
    ...(more.length > 0 && { $and: more }),
  };
}

function filterOf({ merchantId, customerId, sandbox, id }: AgreementName): object {
  return { merchantId, customerId, sandbox, 'terms.id': id };
}
