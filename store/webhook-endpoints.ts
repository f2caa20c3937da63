import { Schema, type Connection } from 'mongoose';
import { v5 as uuidV5 } from 'uuid';
import type { MerchantId } from '../domain/ids.ts';
import {
  withoutQuery,
  type EndpointHealth,
  type WebhookEndpoint,
} from '../domain/webhook/endpoint.ts';
import { isDuplicate } from './connection.ts';
import type { Leave, SealedPlace, SealedSecret, Sealer } from './sealed.ts';
import type { FieldsOf } from './fields.ts';
import type { SettingsCache } from './settings-cache.ts';

/** Our namespace for the ids of addresses of payments (RFC 9562, UUIDv5); it must never change. */
const NAMESPACE = '9c0f6d5e-54a1-4a0c-9f65-2d0f0d1b7a52';

const OF_ADDRESS = 'wha_';

/** Whether an id is that of an address of payments. Its events do not have it: they are those of their payments. */
export function isAddressId(id: string): boolean {
  return id.startsWith(OF_ADDRESS);
}

/** The id under which an address of payments is known, whatever its query, once a call to it has failed. */
export function addressId(merchantId: MerchantId, url: string): string {
  return `${OF_ADDRESS}${uuidV5(`${merchantId}/${withoutQuery(url)}`, NAMESPACE)}`;
}

type Kept = WebhookEndpoint & {
  /** Sealed; only of a registered one. */
  readonly secret?: string;
};

const number = { type: Number };
const schema = new Schema(
  {
    id: { type: String, required: true },
    merchantId: { type: String, required: true },
    url: { type: String, required: true },
    registered: { type: Boolean, required: true },
    events: { type: [String], required: true },
    description: { type: String },
    paused: { type: Boolean },
    secret: { type: String },
    createdAt: { type: Number, required: true },
    version: { type: Number, required: true },
    failingSince: number,
    failedAt: number,
    toldAt: number,
    warnedAt: number,
    disabledAt: number,
  } satisfies FieldsOf<Kept>,
  { collection: 'webhook_endpoints', versionKey: false, strict: 'throw', id: false },
);
schema.index({ merchantId: 1, id: 1 }, { unique: true });
schema.index({ merchantId: 1, createdAt: 1, id: 1 });

export type WebhookEndpointStore = ReturnType<typeof webhookEndpointStore>;

/** Where merchants are told beside the addresses of payments, and how all of them have answered of late. */
export function webhookEndpointStore(
  connection: Connection,
  sealer: Sealer,
  settings: SettingsCache,
) {
  const model = connection.model<Kept>('WebhookEndpoint', schema);
  const { kept, writing } = settings.of(model.collection.name);
  const visible = { _id: 0, secret: 0 };
  const sealedSecret = async (
    merchantId: MerchantId,
    id: string,
  ): Promise<SealedSecret | undefined> => {
    const found = await model.findOne({ merchantId, id }, { secret: 1 }).lean<Kept>();
    if (found?.secret === undefined) return undefined;
    const { secret: sealed } = found;
    return { sealed, open: () => sealer.open(placeOf({ merchantId, id }), sealed) };
  };
  return {
    /** Keeps a new one; of a registered one with its secret. Keeping the same id again changes nothing. */
    insert: writing(async (endpoint: WebhookEndpoint, secret?: string): Promise<void> => {
      const sealed = secret === undefined ? {} : { secret: sealer.seal(placeOf(endpoint), secret) };
      try {
        await model.create({ ...endpoint, ...sealed });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }),

    /** Writes it when nobody else has changed it since this was read; false when somebody has. */
    save: writing(async (endpoint: WebhookEndpoint): Promise<boolean> => {
      const { merchantId, id, version, events, description, paused, ...rest } = endpoint;
      const health: EndpointHealth = rest;
      const { failingSince, failedAt, toldAt, warnedAt, disabledAt } = health;
      const times = { failingSince, failedAt, toldAt, warnedAt, disabledAt };
      const fields = { description, paused, ...times };
      const set = Object.entries(fields).filter(([, value]) => value !== undefined);
      const gone = Object.entries(fields).filter(([, value]) => value === undefined);
      const { modifiedCount } = await model.updateOne(
        { merchantId, id, version },
        {
          $set: { ...Object.fromEntries(set), events, url: endpoint.url, version: version + 1 },
          $unset: Object.fromEntries(gone.map(([name]) => [name, 1])),
        },
      );
      return modifiedCount === 1;
    }),

    find: kept(
      async (merchantId: MerchantId, id: string): Promise<WebhookEndpoint | undefined> =>
        (await model.findOne({ merchantId, id }, visible).lean<WebhookEndpoint>()) ?? undefined,
    ),

    /** All of a merchant, oldest first; only the registered ones when that is wanted. */
    list: kept(
      async (
        merchantId: MerchantId,
        { registered }: { readonly registered?: true } = {},
      ): Promise<readonly WebhookEndpoint[]> =>
        model
          .find({ merchantId, ...(registered && { registered }) }, visible)
          .sort({ createdAt: 1, id: 1 })
          .lean<WebhookEndpoint[]>(),
    ),

    /** What signs its webhooks; undefined where the merchant's own key does, and where there is no such endpoint. */
    secret: kept(async (merchantId: MerchantId, id: string): Promise<string | undefined> =>
      (await sealedSecret(merchantId, id))?.open(),
    ),

    /** The same as it is kept; for its rotation. */
    sealedSecret,

    /** Another secret, from the next call on, if what is kept is still the one before, sealed; false when it is not. */
    setSecret: writing(
      async (
        { merchantId, id }: Pick<WebhookEndpoint, 'merchantId' | 'id'>,
        { before, key }: { readonly before: string; readonly key: string },
      ): Promise<boolean> => {
        const { modifiedCount } = await model.updateOne(
          { merchantId, id, secret: before },
          { $set: { secret: sealer.seal(placeOf({ merchantId, id }), key) } },
        );
        return modifiedCount === 1;
      },
    ),

    remove: writing(async (merchantId: MerchantId, id: string): Promise<boolean> => {
      const { deletedCount } = await model.deleteOne({ merchantId, id });
      return deletedCount === 1;
    }),

    /** Seals every secret that is not yet sealed with the first key; gives how many those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      for await (const { merchantId, id, secret } of model
        .find({ secret: { $exists: true } }, { merchantId: 1, id: 1, secret: 1 })
        .lean<Kept[]>()
        .cursor()) {
        const anew = secret && sealer.renew(placeOf({ merchantId, id }), secret, leave);
        if (!anew) continue;
        // Somebody who writes at the same time writes with the first key, and wins.
        const { modifiedCount } = await model.updateOne(
          { merchantId, id, secret },
          { $set: { secret: anew } },
        );
        count += modifiedCount;
      }
      return count;
    },
  };
}

function placeOf({ merchantId, id }: Pick<WebhookEndpoint, 'merchantId' | 'id'>): SealedPlace {
  return { collection: 'webhook_endpoints', record: [merchantId, id], field: 'secret' };
}
