import { Schema, type Connection } from 'mongoose';
import type { MerchantId, PgCode } from '../domain/ids.ts';
import type {
  BinRange,
  PaymentRoute,
  RouteConditions,
  RouteRule,
  RouteShare,
  RouteTimes,
} from '../domain/routing/route.ts';
import { subdocument, type FieldsOf } from './fields.ts';
import { moneySchema } from './money.ts';
import type { SettingsCache } from './settings-cache.ts';

const needed = { type: String, required: true };
const texts = { type: [String], default: undefined };

const ruleSchema = subdocument<RouteRule>({
  name: needed,
  when: {
    type: subdocument<RouteConditions>({
      currencies: texts,
      amountFrom: { type: moneySchema },
      amountBelow: { type: moneySchema },
      brands: texts,
      bins: { type: [subdocument<BinRange>({ from: needed, to: needed })], default: undefined },
      times: {
        type: subdocument<RouteTimes>({
          days: texts,
          from: { type: String },
          until: { type: String },
        }),
      },
    }),
    required: true,
  },
  accounts: {
    type: [subdocument<RouteShare>({ pgCode: needed, share: { type: Number } })],
    required: true,
  },
});

const schema = new Schema(
  {
    code: needed,
    merchantId: needed,
    name: needed,
    nameAr: { type: String },
    active: { type: Boolean, required: true },
    rules: { type: [ruleSchema], required: true },
  } satisfies FieldsOf<PaymentRoute>,
  { collection: 'routes', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ merchantId: 1, code: 1 }, { unique: true });

/** Which of a merchant's accounts its attempts go to (contract/routing#rules). */
export function routeStore(connection: Connection, settings: SettingsCache) {
  const model = connection.model<PaymentRoute>('Route', schema);
  const { kept, writing } = settings.of(model.collection.name);
  return {
    /** Creates or replaces a route. */
    put: writing(async (route: PaymentRoute): Promise<void> => {
      const { merchantId, code } = route;
      await model.replaceOne({ merchantId, code }, route, { upsert: true });
    }),

    /** False where there was none. */
    remove: writing(async (merchantId: MerchantId, code: PgCode): Promise<boolean> => {
      const { deletedCount } = await model.deleteOne({ merchantId, code });
      return deletedCount > 0;
    }),

    /** All routes of a merchant, by code. */
    list: kept((merchantId: MerchantId): Promise<readonly PaymentRoute[]> =>
      model.find({ merchantId }, { _id: 0 }).sort({ code: 1 }).lean<PaymentRoute[]>().exec(),
    ),
  };
}
