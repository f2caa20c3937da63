import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import { MOST_SHARED_VIEWS, MOST_VIEWS, VIEW_PAGES, type SavedView } from '../domain/saved-view.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';

interface Kept extends SavedView {
  /** Each of a person's views has one of so many places, so that two that come at once are not one too many. */
  readonly place: number;
}

const text = { type: String, required: true };
const schema = new Schema(
  {
    merchantId: text,
    id: text,
    userId: { type: Number, required: true },
    username: text,
    page: { ...text, enum: VIEW_PAGES },
    name: text,
    query: { type: String },
    columns: { type: [String], default: undefined },
    isShared: { type: Boolean, required: true },
    createdAt: { type: Number, required: true },
    place: { type: Number, required: true },
  } satisfies FieldsOf<Kept>,
  { collection: 'saved_views', versionKey: false, strict: 'throw', id: false },
);
schema.index({ merchantId: 1, userId: 1, place: 1 }, { unique: true });
schema.index({ merchantId: 1, userId: 1, page: 1, name: 1 }, { unique: true });
schema.index({ merchantId: 1, id: 1 }, { unique: true });
schema.index({ merchantId: 1, isShared: 1, createdAt: -1 });

const seen = { _id: 0, place: 0 } as const;

/** Views of lists that people have kept. */
export function savedViewStore(connection: Connection) {
  const model = connection.model<Kept>('SavedView', schema);

  async function isNamed({ merchantId, userId, page, name }: SavedView): Promise<boolean> {
    return (await model.exists({ merchantId, userId, page, name })) !== null;
  }

  return {
    /** A person's own, the first that they kept first. */
    own: (merchantId: MerchantId, userId: number): Promise<readonly SavedView[]> =>
      model.find({ merchantId, userId }, seen).sort({ createdAt: 1, place: 1 }).lean<SavedView[]>(),

    /** What others share with them, the newest first. */
    sharedWith: (merchantId: MerchantId, userId: number): Promise<readonly SavedView[]> =>
      model
        .find({ merchantId, isShared: true, userId: { $ne: userId } }, seen)
        .sort({ createdAt: -1 })
        .limit(MOST_SHARED_VIEWS)
        .lean<SavedView[]>(),

    find: async (merchantId: MerchantId, id: string): Promise<SavedView | undefined> =>
      (await model.findOne({ merchantId, id }, seen).lean<SavedView>()) ?? undefined,

    /**
     * Keeps a new one, and gives it; where theirs of this id stands already, that as it is now. Else says why not: they have one of this
     * name, or as many as anybody may have.
     */
    add: async (view: SavedView): Promise<SavedView | 'named' | 'full'> => {
      const { merchantId, id, userId } = view;
      for (;;) {
        const standing = await model.findOne({ merchantId, id, userId }, seen).lean<SavedView>();
        if (standing) return standing;
        const taken: readonly number[] = await model.distinct('place', { merchantId, userId });
        const place = Array.from({ length: MOST_VIEWS }, (_, nth) => nth + 1).find(
          (one) => !taken.includes(one),
        );
        if (place === undefined) return (await isNamed(view)) ? 'named' : 'full';
        try {
          await model.create({ ...view, place });
          return view;
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          if (await isNamed(view)) return 'named';
          // Another one of theirs took the place: try the next.
        }
      }
    },

    /** Writes it in the place of what it was; else says that it is gone, or that they have another one of this name. */
    replace: async (view: SavedView): Promise<'kept' | 'named' | 'gone'> => {
      const { merchantId, id, userId, page, name, query, columns, isShared } = view;
      try {
        const { matchedCount } = await model.updateOne(
          { merchantId, id, userId },
          {
            $set: { page, name, query, isShared, ...(columns && { columns }) },
            ...(!columns && { $unset: { columns: 1 } }),
          },
        );
        return matchedCount === 1 ? 'kept' : 'gone';
      } catch (error) {
        if (isDuplicate(error)) return 'named';
        throw error;
      }
    },

    /** Takes it away; false where it is not there. */
    remove: async (merchantId: MerchantId, id: string): Promise<boolean> =>
      (await model.deleteOne({ merchantId, id })).deletedCount === 1,
  };
}
