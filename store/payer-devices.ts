import { Schema, type Connection } from 'mongoose';
import type { ReferenceNumber } from '../domain/ids.ts';
import { defined } from '../domain/json.ts';
import type { PayerBrowser, PayerDevice } from '../domain/payer-browser.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import type { FieldsOf } from './fields.ts';
import type { Leave, SealedPlace, Sealer } from './sealed.ts';

/** Longer than a network is asked with it again under one key. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** Whose address it is: of who has asked for an attempt. */
export interface DeviceName extends TransactionRef {
  readonly referenceNumber: ReferenceNumber;
}

interface KeptDevice extends DeviceName {
  /** Both sealed; of the browser its JSON. */
  readonly address: string;
  readonly browser?: string;
  readonly until: Date;
}

const needed = { type: String, required: true };
const schema = new Schema(
  {
    merchantId: needed,
    sessionId: needed,
    referenceNumber: needed,
    address: needed,
    browser: { type: String },
    until: { type: Date, required: true },
  } satisfies FieldsOf<KeptDevice>,
  { collection: 'payer_devices', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, sessionId: 1, referenceNumber: 1 }, { unique: true });
// MongoDB removes it within a minute of then.
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

/**
 * From where payers have asked for a charge, and in which browser, for networks that take it: sealed, for a week, and in no log,
 * document of a payment or history. The first word of an attempt stays, for the network gets the same with each try.
 */
export function payerDeviceStore(connection: Connection, sealer: Sealer) {
  const model = connection.model<KeptDevice>('PayerDevice', schema);
  return {
    /** Keeps from where an attempt is asked for that is about to begin; what is there already stays. */
    keep: async (named: DeviceName, { ip, browser }: PayerDevice): Promise<void> => {
      const { merchantId, sessionId, referenceNumber } = named;
      const kept = {
        address: sealer.seal(placeOf(named, 'address'), ip),
        ...(browser && {
          browser: sealer.seal(placeOf(named, 'browser'), JSON.stringify(browser)),
        }),
        until: new Date(Date.now() + KEPT_MS),
      };
      await model.updateOne(
        { merchantId, sessionId, referenceNumber },
        { $setOnInsert: kept },
        { upsert: true },
      );
    },

    find: async (named: DeviceName): Promise<PayerDevice | undefined> => {
      const { merchantId, sessionId, referenceNumber } = named;
      const found = await model
        .findOne({ merchantId, sessionId, referenceNumber })
        .lean<KeptDevice>();
      if (!found) return undefined;
      const { address, browser } = found;
      const ip = sealer.open(placeOf(named, 'address'), address);
      if (browser === undefined) return { ip };
      const said = JSON.parse(sealer.open(placeOf(named, 'browser'), browser));
      return { ip, browser: said as PayerBrowser };
    },

    /** Seals all that is not yet sealed with the first key; gives how many those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      for await (const { _id, address, browser, ...named } of model.find().lean().cursor()) {
        const anew = defined({
          address: sealer.renew(placeOf(named, 'address'), address, leave),
          browser: browser ? sealer.renew(placeOf(named, 'browser'), browser, leave) : undefined,
        });
        if (Object.keys(anew).length === 0) continue;
        const { modifiedCount } = await model.updateOne({ _id, address }, { $set: anew });
        count += modifiedCount;
      }
      return count;
    },
  };
}

const placeOf = (
  { merchantId, sessionId, referenceNumber }: DeviceName,
  field: 'address' | 'browser',
): SealedPlace => ({
  collection: 'payer_devices',
  record: [merchantId, sessionId, referenceNumber],
  field,
});
