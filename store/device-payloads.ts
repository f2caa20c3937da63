import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Schema, type Connection } from 'mongoose';
import type { SpentPayload } from '../domain/device-wallet/spent-payloads.ts';
import type { ReferenceNumber } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';
import { asText, fromText } from './json-text.ts';
import type { Leave, SealedPlace, Sealer } from './sealed.ts';

/** Longer than a network is asked with it again; who has not been answered by then is not charged by it any more. */
const KEPT_MS = 15 * 60_000;
/** So long it is known which attempt has had it. */
const KNOWN_MS = 7 * 24 * 60 * 60_000;

/** Whose payload it is: that of one attempt. */
export interface PayloadName extends TransactionRef {
  readonly referenceNumber: ReferenceNumber;
}

interface KeptPayload extends PayloadName {
  /** Sealed; gone as soon as no network has to be asked with it. */
  readonly payload: string;
  readonly until: Date;
}

/** Which attempt has a payload, so that no other one has it, also long after it is gone. */
interface PayloadHolder extends PayloadName {
  /** SHA-256 of the payload: it pays once. */
  readonly digest: string;
  /** Its network has said what came of it. */
  readonly spent?: boolean;
  readonly until: Date;
}

const name = {
  merchantId: { type: String, required: true },
  sessionId: { type: String, required: true },
  referenceNumber: { type: String, required: true },
};
const schema = new Schema(
  {
    ...name,
    payload: { type: String, required: true },
    until: { type: Date, required: true },
  } satisfies FieldsOf<KeptPayload>,
  { collection: 'device_payloads', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, sessionId: 1, referenceNumber: 1 }, { unique: true });
// MongoDB removes it within a minute of then; nobody is given it any more.
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

const holderSchema = new Schema(
  {
    ...name,
    digest: { type: String, required: true },
    spent: { type: Boolean },
    until: { type: Date, required: true },
  } satisfies FieldsOf<PayloadHolder>,
  { collection: 'device_payload_holders', versionKey: false, strict: 'throw' },
);
holderSchema.index({ merchantId: 1, digest: 1 }, { unique: true });
holderSchema.index({ merchantId: 1, sessionId: 1, referenceNumber: 1 });
holderSchema.index({ until: 1 }, { expireAfterSeconds: 0 });

export type DevicePayloadStore = ReturnType<typeof devicePayloadStore>;

/** What the wallets of payers' devices have handed over: sealed, for minutes, and for one attempt only. */
export function devicePayloadStore(connection: Connection, sealer: Sealer) {
  const model = connection.model<KeptPayload>('DevicePayload', schema);
  const holders = connection.model<PayloadHolder>('DevicePayloadHolder', holderSchema);
  return {
    /**
     * Keeps a payload for an attempt that is about to begin; safe to repeat. False where another attempt of the merchant has it,
     * or had it within seven days, whatever came of that. What was spent comes back by no repetition.
     */
    put: async (named: PayloadName, payload: JsonObject): Promise<boolean> => {
      const text = asText(payload);
      const digest = createHash('sha256').update(text).digest('hex');
      const { merchantId } = named;
      await once(() =>
        holders.updateOne(
          { merchantId, digest },
          { $setOnInsert: { ...nameOf(named), until: inMs(KNOWN_MS) } },
          { upsert: true },
        ),
      );
      const holder = await holders.findOne({ merchantId, digest }).lean<PayloadHolder>();
      if (!holder || !isDeepStrictEqual(nameOf(holder), nameOf(named))) return false;
      if (holder.spent) return true;
      const kept = { payload: sealer.seal(placeOf(named), text), until: inMs(KEPT_MS) };
      await once(() => model.updateOne(nameOf(named), { $setOnInsert: kept }, { upsert: true }));
      return true;
    },

    /** The payload of an attempt, as it was given; undefined where it was spent or is too old. */
    find: async (named: PayloadName): Promise<JsonObject | undefined> => {
      const found = await model.findOne(nameOf(named)).lean<KeptPayload>();
      if (!found || found.until.getTime() <= Date.now()) return undefined;
      return fromText(sealer.open(placeOf(named), found.payload));
    },

    /** It is not needed any more. Of one that is used up that stays known; one that has brought nothing is free again. */
    spend: async (of: TransactionRef, { referenceNumber, used }: SpentPayload): Promise<void> => {
      const named = nameOf({ ...of, referenceNumber });
      await model.deleteOne(named);
      await (used
        ? holders.updateOne(named, {
            $set: { spent: true, until: inMs(KNOWN_MS) },
          })
        : holders.deleteOne(named));
    },

    /** Seals all that is not yet sealed with the first key; gives how many those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      for await (const found of model.find().lean().cursor()) {
        const { payload } = found;
        const anew = sealer.renew(placeOf(found), payload, leave);
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

function inMs(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}

/** Of two that insert the same at once the second one finds what the first has made. */
async function once(insert: () => Promise<unknown>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
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
