import { Schema, type Connection } from 'mongoose';
import type { MerchantId, SessionId } from '../domain/ids.ts';
import { isDuplicate } from './connection.ts';
import type { Leave, SealedPlace, Sealer } from './sealed.ts';
import { subdocument, type FieldsOf } from './fields.ts';

/** A merchant's `Idempotency-Key` of one route, what it was used for, and the first answer once there is one. */
export interface IdempotencyClaim {
  readonly merchantId: MerchantId;
  readonly route: string;
  readonly key: string;
  /** Who used it. */
  readonly caller: string;
  /** SHA-256 of the body in canonical form, in hex. */
  readonly bodyHash: string;
  /** Chosen with the claim, so that a request that takes over makes the same transaction. */
  readonly sessionId: SessionId;
  /** Epoch milliseconds. Until then the request that holds the claim is believed to be alive. */
  readonly leaseUntil: number;
  readonly createdAt: Date;
  readonly answer?: StoredAnswer;
}

export interface StoredAnswer {
  readonly status: number;
  /** JSON, byte by byte as it was sent. */
  readonly body: string;
}

/** Longer than the 30 days that merchants are promised (contract/requests#idempotency), by a day of safety. */
const KEPT_SECONDS = 31 * 24 * 60 * 60;

const answerSchema = subdocument<NonNullable<Kept['answer']>>({
  status: { type: Number },
  body: { type: String },
  sealed: { type: Boolean },
});
const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    route: { type: String, required: true },
    key: { type: String, required: true },
    caller: { type: String, required: true },
    bodyHash: { type: String, required: true },
    sessionId: { type: String, required: true },
    leaseUntil: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    answer: { type: answerSchema },
  } satisfies FieldsOf<Kept>,
  { collection: 'idempotency_claims', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, route: 1, key: 1 }, { unique: true });
schema.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });

type ClaimKey = Pick<IdempotencyClaim, 'merchantId' | 'route' | 'key'>;

const nameOf = ({ merchantId, route, key }: ClaimKey) => ({ merchantId, route, key });

export type IdempotencyClaims = ReturnType<typeof idempotencyClaims>;

interface Kept extends Omit<IdempotencyClaim, 'answer'> {
  /** Sealed, where it has a secret in it. */
  readonly answer?: StoredAnswer & { readonly sealed?: boolean };
}

export function idempotencyClaims(connection: Connection, sealer: Sealer) {
  const model = connection.model<Kept>('IdempotencyClaim', schema);
  return {
    /** True when this claim is the first of its key. The unique index decides between many at once. */
    claim: async (claim: IdempotencyClaim): Promise<boolean> => {
      try {
        await model.create(claim);
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },

    find: async (key: ClaimKey): Promise<IdempotencyClaim | undefined> => {
      const found = await model.findOne(nameOf(key), { _id: 0 }).lean<Kept>();
      if (!found?.answer?.sealed) return found ?? undefined;
      const { status, body } = found.answer;
      return { ...found, answer: { status, body: sealer.open(placeOf(key), body) } };
    },

    /** Takes over a claim whose lease has ended; false when somebody else was quicker. */
    takeOver: async (claim: IdempotencyClaim, leaseUntil: number): Promise<boolean> => {
      const expired = {
        ...nameOf(claim),
        leaseUntil: claim.leaseUntil,
        answer: { $exists: false },
      };
      const { modifiedCount } = await model.updateOne(expired, { $set: { leaseUntil } });
      return modifiedCount === 1;
    },

    /** Keeps the first answer, sealed where it has a secret in it; a later one changes nothing. */
    complete: async (
      key: ClaimKey,
      { status, body }: StoredAnswer,
      { sealed }: { readonly sealed: boolean } = { sealed: false },
    ): Promise<void> => {
      const answer = sealed
        ? { status, body: sealer.seal(placeOf(key), body), sealed }
        : { status, body };
      await model.updateOne({ ...nameOf(key), answer: { $exists: false } }, { $set: { answer } });
    },

    /** Seals every sealed answer that is not yet sealed with the first key; gives how many those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      for await (const { answer, ...claim } of model
        .find({ answer: { $exists: true } })
        .where('answer.sealed', true)
        .lean<Kept[]>()
        .cursor()) {
        const anew = answer && sealer.renew(placeOf(claim), answer.body, leave);
        if (anew === undefined) continue;
        const { modifiedCount } = await model.updateOne(nameOf(claim), {
          $set: { 'answer.body': anew },
        });
        count += modifiedCount;
      }
      return count;
    },

    /** Ends the lease at once: the outcome is unknown, and the next try shall go on where this one stopped. */
    abandon: async (key: ClaimKey): Promise<void> => {
      await model.updateOne(nameOf(key), { $set: { leaseUntil: 0 } });
    },

    /** Frees the key: the request was refused and made nothing. One that another request has taken over since stays. */
    release: async ({ leaseUntil, ...key }: IdempotencyClaim): Promise<void> => {
      await model.deleteOne({ ...nameOf(key), leaseUntil, answer: { $exists: false } });
    },
  };
}

function placeOf({ merchantId, route, key }: ClaimKey): SealedPlace {
  return { collection: 'idempotency_claims', record: [merchantId, route, key], field: 'answer' };
}
