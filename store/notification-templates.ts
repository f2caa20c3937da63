import { randomUUID } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type {
  StoredTemplate,
  TemplateKey,
  TemplateWords,
} from '../domain/notification/stored-template.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';

const text = { type: String };
const needed = { type: String, required: true };
const moment = { type: Number, required: true };

const schema = new Schema(
  {
    id: needed,
    merchantId: needed,
    unitCode: text,
    channel: needed,
    event: needed,
    language: needed,
    subject: text,
    text: needed,
    html: text,
    createdAt: moment,
    updatedAt: moment,
  } satisfies FieldsOf<StoredTemplate>,
  {
    collection: 'notification_templates',
    versionKey: false,
    strict: 'throw',
    minimize: false,
    id: false,
  },
);
schema.index({ merchantId: 1, id: 1 }, { unique: true });
// One of each kind: for the whole merchant where no unit is named, which the index holds as null.
schema.index(
  { merchantId: 1, unitCode: 1, channel: 1, event: 1, language: 1 },
  { unique: true, name: 'kind' },
);

/** Which templates are wanted; what is left out does not matter. */
export type TemplateFilter = Partial<
  Pick<TemplateKey, 'unitCode' | 'channel' | 'event' | 'language'>
>;

export function templateStore(connection: Connection) {
  const model = connection.model<StoredTemplate>('NotificationTemplate', schema);
  return {
    /** Keeps a new template; undefined when there is one for this unit, channel, event and language. */
    insert: async (
      key: TemplateKey,
      words: TemplateWords,
      now: number,
    ): Promise<StoredTemplate | undefined> => {
      const template = { id: randomUUID(), ...key, ...words, createdAt: now, updatedAt: now };
      try {
        await model.create(template);
        return template;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return undefined;
      }
    },

    find: async (merchantId: MerchantId, id: string): Promise<StoredTemplate | undefined> =>
      (await model.findOne({ merchantId, id }, { _id: 0 }).lean<StoredTemplate>()) ?? undefined,

    /** Says something else from now on; undefined when there is no such template any more. */
    replace: async (
      { merchantId, id, ...template }: StoredTemplate,
      words: TemplateWords,
      now: number,
    ): Promise<StoredTemplate | undefined> => {
      const { subject: _subject, text: _text, html: _html, ...rest } = template;
      const anew = { merchantId, id, ...rest, ...words, updatedAt: now };
      const { matchedCount } = await model.replaceOne({ merchantId, id }, anew);
      return matchedCount === 1 ? anew : undefined;
    },

    /** Whether there was one. */
    remove: async (merchantId: MerchantId, id: string): Promise<boolean> =>
      (await model.deleteOne({ merchantId, id })).deletedCount === 1,

    /** A part of a merchant's templates, by channel and event, and how many there are. */
    list: async (
      merchantId: MerchantId,
      filter: TemplateFilter,
      { limit, offset }: { readonly limit: number; readonly offset: number },
    ): Promise<{ readonly count: number; readonly results: readonly StoredTemplate[] }> => {
      const wanted = { merchantId, ...filter };
      const [count, results] = await Promise.all([
        model.countDocuments(wanted),
        model
          .find(wanted, { _id: 0 })
          .sort({ channel: 1, event: 1, language: 1, unitCode: 1 })
          .skip(offset)
          .limit(limit)
          .lean<StoredTemplate[]>(),
      ]);
      return { count, results };
    },

    /** What is said: by the unit's own template, else by the merchant's. Undefined where there is neither. */
    wordsFor: async ({
      merchantId,
      unitCode,
      channel,
      event,
      language,
    }: TemplateKey): Promise<TemplateWords | undefined> => {
      const found = await model
        .find(
          { merchantId, channel, event, language, unitCode: { $in: [unitCode ?? null, null] } },
          { _id: 0, subject: 1, text: 1, html: 1, unitCode: 1 },
        )
        .lean<StoredTemplate[]>();
      const own = found.find((one) => one.unitCode !== undefined) ?? found[0];
      if (!own) return undefined;
      const { unitCode: _unit, ...words } = own;
      return words;
    },
  };
}
