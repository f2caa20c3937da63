import { Schema, type Connection } from 'mongoose';
import type { ReferenceNumber } from '../domain/ids.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import type { FieldsOf } from './fields.ts';
import type { SealedPlace, Sealer } from './sealed.ts';

/** Longer than a network is asked with it again under one key. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** Whose address it is: of who has asked for an attempt. */
export interface AddressName extends TransactionRef {
  readonly referenceNumber: ReferenceNumber;
}

interface KeptAddress extends AddressName {
  /** Sealed. */
  readonly address: string;
  readonly until: Date;
}

const needed = { type: String, required: true };
const schema = new Schema(
  {
    merchantId: needed,
    sessionId: needed,
    referenceNumber: needed,
    address: needed,
    until: { type: Date, required: true },
  } satisfies FieldsOf<KeptAddress>,
  { collection: 'payer_addresses', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, sessionId: 1, referenceNumber: 1 }, { unique: true });
// MongoDB removes it within a minute of then.
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

/**
 * From where payers have asked for a charge, for networks that take it: sealed, for a week, and in no log, document of a payment or
 * history. The first one of an attempt stays, for the network gets the same with each try.
 */
export function payerAddressStore(connection: Connection, sealer: Sealer) {
  const model = connection.model<KeptAddress>('PayerAddress', schema);
  return {
    ensureIndexes: () => model.createIndexes(),

    /** Keeps the IP address of an attempt that is about to begin; one that is there already stays. */
    keep: async (named: AddressName, address: string): Promise<void> => {
      const { merchantId, sessionId, referenceNumber } = named;
      const kept = {
        address: sealer.seal(placeOf(named), address),
        until: new Date(Date.now() + KEPT_MS),
      };
      await model.updateOne(
        { merchantId, sessionId, referenceNumber },
        { $setOnInsert: kept },
        { upsert: true },
      );
    },

    find: async (named: AddressName): Promise<string | undefined> => {
      const { merchantId, sessionId, referenceNumber } = named;
      const found = await model
        .findOne({ merchantId, sessionId, referenceNumber })
        .lean<KeptAddress>();
      return found ? sealer.open(placeOf(named), found.address) : undefined;
    },

    /** Seals all that is not yet sealed with the first key; gives how many those were. */
    reseal: async (): Promise<number> => {
      let count = 0;
      for await (const { _id, address, ...named } of model.find().lean().cursor()) {
        const anew = sealer.renew(placeOf(named), address);
        if (anew === undefined) continue;
        const { modifiedCount } = await model.updateOne(
          { _id, address },
          { $set: { address: anew } },
        );
        count += modifiedCount;
      }
      return count;
    },
  };
}

const placeOf = ({ merchantId, sessionId, referenceNumber }: AddressName): SealedPlace => ({
  collection: 'payer_addresses',
  record: [merchantId, sessionId, referenceNumber],
  field: 'address',
});
