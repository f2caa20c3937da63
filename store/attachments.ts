import { Schema, type Connection } from 'mongoose';
import type { Attachment } from '../domain/attachment.ts';
import type { MerchantId } from '../domain/ids.ts';
import type { FieldsOf } from './fields.ts';

/** An uploaded file, whose bytes are where `transports/files.ts` keeps them. */
export interface StoredAttachment extends Attachment {
  readonly merchantId: MerchantId;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

const schema = new Schema(
  {
    file: { type: String, required: true },
    name: { type: String, required: true },
    merchantId: { type: String, required: true },
    contentType: { type: String, required: true },
    size: { type: Number, required: true },
    createdAt: { type: Number, required: true },
  } satisfies FieldsOf<StoredAttachment>,
  { collection: 'attachments', versionKey: false, strict: 'throw' },
);
schema.index({ file: 1 }, { unique: true });

export function attachmentStore(connection: Connection) {
  const model = connection.model<StoredAttachment>('Attachment', schema);
  return {
    insert: async (attachment: StoredAttachment): Promise<void> => {
      await model.create(attachment);
    },

    /** A merchant's own upload. */
    find: async (merchantId: MerchantId, file: string): Promise<StoredAttachment | undefined> =>
      (await model.findOne({ merchantId, file }, { _id: 0 }).lean<StoredAttachment>()) ?? undefined,

    /** For whoever has the address, which nobody can guess. */
    findForDownload: async (file: string): Promise<StoredAttachment | undefined> =>
      (await model.findOne({ file }, { _id: 0 }).lean<StoredAttachment>()) ?? undefined,
  };
}
