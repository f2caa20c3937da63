import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { FieldsOf } from './fields.ts';

/** The bytes of a logo; its name follows from them, so that what has one name is one picture for ever. */
export interface StoredLogo {
  readonly merchantId: MerchantId;
  readonly name: string;
  readonly bytes: Buffer;
}

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    name: { type: String, required: true },
    bytes: { type: Buffer, required: true },
  } satisfies FieldsOf<StoredLogo>,
  { collection: 'logos', versionKey: false, strict: 'throw' },
);
schema.index({ name: 1, merchantId: 1 }, { unique: true });

export function logoStore(connection: Connection) {
  const model = connection.model<StoredLogo>('Logo', schema);
  return {
    /** Keeps a picture; the same one again changes nothing. */
    put: async (logo: StoredLogo): Promise<void> => {
      const { merchantId, name } = logo;
      await model.replaceOne({ name, merchantId }, logo, { upsert: true });
    },

    /** For whoever has seen its name on a page: a logo is no secret. */
    findForPayer: async (name: string): Promise<Buffer | undefined> => {
      const found = await model.findOne({ name }, { _id: 0, bytes: 1 }).lean();
      // What the driver gives is its own kind of buffer.
      return found ? Buffer.from(found.bytes.buffer) : undefined;
    },
  };
}
