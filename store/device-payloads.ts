import { createHash } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import type { SpentPayload } from '../domain/device-wallet/spent-payloads.ts';
import type { ReferenceNumber } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';
import { asText, fromText } from './json-text.ts';
import type { SealedPlace, Sealer } from './sealed.ts';

/** Longer than a network is asked with it again; who has not been answered by then is not charged by it any more. */
const KEPT_MS = 15 * 60_000;
/** So long it is known that a payload is used up. */
const KNOWN_MS = 7 * 24 * 60 * 60_000;

/** Whose payload it is: that of one attempt. */
export interface PayloadName extends TransactionRef {
  readonly referenceNumber: ReferenceNumber;
}

interface KeptPayload extends PayloadName {
  /** SHA-256 of the payload: it pays once. */
  readonly digest: string;
  /** Sealed; gone as soon as no network has to be asked with it. */
  readonly payload?: string;
  readonly until: Date;
}

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    sessionId: { type: String, required: true },
    referenceNumber: { type: String, required: true },
    digest: { type: String, required: true },
    payload: { type: String },
    until: { type: Date, required: true },
  } satisfies FieldsOf<KeptPayload>,
  { collection: 'device_payloads', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, sessionId: 1, referenceNumber: 1 }, { unique: true });
schema.index({ merchantId: 1, digest: 1 }, { unique: true });
// MongoDB removes it within a minute of then; nobody is given it any more.
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

export type DevicePayloadStore = ReturnType<typeof devicePayloadStore>;

/** What the wallets of payers' devices have handed over: sealed, for minutes, and for one attempt only. */
export function devicePayloadStore(connection: Connection, sealer: Sealer) {
  const model = connection.model<KeptPayload>('DevicePayload', schema);
  return {
    ensureIndexes: () => model.createIndexes(),

    /**
     * Keeps a payload for an attempt that is about to begin; safe to repeat. False where another attempt of the merchant has it,
     * or has paid with it. What was spent comes back by no repetition.
     */
    put: async (name: PayloadName, payload: JsonObject): Promise<boolean> => {
      const text = asText(payload);
      const digest = createHash('sha256').update(text).digest('hex');
      const kept = {
        digest,
        payload: sealer.seal(placeOf(name), text),
        until: new Date(Date.now() + KEPT_MS),
      };
      try {
        await model.updateOne(nameOf(name), { $setOnInsert: kept }, { upsert: true });
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        // Of two that come at once the second one may fail on the name as well.
        const holder = await model.findOne({ merchantId: name.merchantId, digest }).lean();
        return holder?.referenceNumber === name.referenceNumber;
      }
    },

    /** The payload of an attempt, as it was given; undefined where it was spent or is too old. */
    find: async (name: PayloadName): Promise<JsonObject | undefined> => {
      const found = await model.findOne(nameOf(name)).lean<KeptPayload>();
      if (found?.payload === undefined || found.until.getTime() <= Date.now()) return undefined;
      return fromText(sealer.open(placeOf(name), found.payload));
    },

    /** It is not needed any more. Of one that is used up that stays known. */
    spend: async (of: TransactionRef, { referenceNumber, used }: SpentPayload): Promise<void> => {
      const name = nameOf({ ...of, referenceNumber });
      if (!used) return void (await model.deleteOne(name));
      await model.updateOne(name, {
        $unset: { payload: 1 },
        $set: { until: new Date(Date.now() + KNOWN_MS) },
      });
    },

    /** Seals all that is not yet sealed with the first key; gives how many those were. */
    reseal: async (): Promise<number> => {
      let count = 0;
      for await (const found of model
        .find({ payload: { $exists: true } })
        .lean()
        .cursor()) {
        const { payload = '' } = found;
        const anew = sealer.renew(placeOf(found), payload);
        if (anew === undefined) continue;
        // Whoever deletes it at the same time wins.
        const { modifiedCount } = await model.updateOne(
          { ...nameOf(found), payload },
          { $set: { payload: anew } },
        );
        count += modifiedCount;
      }
      return count;
    },
  };
}

const nameOf = ({ merchantId, sessionId, referenceNumber }: PayloadName) => ({
  merchantId,
  sessionId,
  referenceNumber,
});

const placeOf = ({ merchantId, sessionId, referenceNumber }: PayloadName): SealedPlace => ({
  collection: 'device_payloads',
  record: [merchantId, sessionId, referenceNumber],
  field: 'payload',
});
