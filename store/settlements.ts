import { Schema, type Connection } from 'mongoose';
import type { MerchantId, PgCode } from '../domain/ids.ts';
import {
  differencesIn,
  keysOfRow,
  SETTLEMENT_RESULTS,
  type KnownOfRow,
  type SettlementResult,
  type SettlementRow,
} from '../domain/settlement/settlement.ts';
import { isDuplicate } from './connection.ts';
import { moneySchema } from './money.ts';
import { each, subdocument, type FieldsOf } from './fields.ts';

const needed = { type: String, required: true };

const BY_FILE = { merchantId: 1, pgCode: 1, digest: 1 } as const;
const BY_TIME = { merchantId: 1, pgCode: 1, settledAt: 1 } as const;

/** For tasks: imports that did not simply match. */
const DIFFERING = 'differing';

const importSchema = new Schema(
  {
    merchantId: needed,
    pgCode: needed,
    digest: needed,
    name: needed,
    who: needed,
    importedAt: { type: Number, required: true },
    rows: { type: Number, required: true },
    results: {
      type: subdocument<Readonly<Record<SettlementResult, number>>>(
        each(SETTLEMENT_RESULTS, { type: Number }),
      ),
      required: true,
    },
    differences: { type: Number, required: true },
  } satisfies FieldsOf<KeptImport>,
  { collection: 'settlement_imports', versionKey: false, strict: 'throw', minimize: false },
);
importSchema.index(BY_FILE, { unique: true });
importSchema.index(
  { merchantId: 1, importedAt: -1 },
  { name: DIFFERING, partialFilterExpression: { differences: { $gt: 0 } } },
);

const rowSchema = new Schema(
  {
    merchantId: needed,
    pgCode: needed,
    digest: needed,
    line: { type: Number, required: true },
    kind: needed,
    identity: needed,
    key: { type: [String], required: true },
    paymentReference: needed,
    gatewayPayment: { type: String },
    operationReference: { type: String },
    gatewayReference: { type: String },
    recaptureReference: { type: String },
    foreignReference: { type: String },
    foreignRecapture: { type: String },
    amount: { type: moneySchema, required: true },
    settledAt: { type: Number, required: true },
  } satisfies FieldsOf<KeptRow>,
  { collection: 'settlement_rows', versionKey: false, strict: 'throw' },
);
// What moved is settled once, in whatever file.
rowSchema.index({ merchantId: 1, pgCode: 1, identity: 1 }, { unique: true });
rowSchema.index({ merchantId: 1, pgCode: 1, key: 1 });
rowSchema.index(BY_TIME);

/** Whose account's file, and the SHA-256 of its bytes: a file is known by what it says. */
export interface SettlementFile {
  readonly merchantId: MerchantId;
  readonly pgCode: PgCode;
  readonly digest: string;
}

/** A file that was imported, and what came of its last reading. */
export interface SettlementImport extends SettlementFile {
  readonly name: string;
  readonly who: string;
  readonly importedAt: number;
  readonly rows: number;
  readonly results: Readonly<Record<SettlementResult, number>>;
}

/** With how many differences there are; of the store alone. */
type KeptImport = SettlementImport & { readonly differences: number };
const shown = { _id: 0, differences: 0 } as const;

/** With its keys. */
type KeptRow = SettlementFile & SettlementRow & { readonly key: readonly string[] };

/** Settlement files of gateways: which were imported, and their lines. */
export function settlementStore(connection: Connection) {
  const imports = connection.model<KeptImport>('SettlementImport', importSchema);
  const rows = connection.model<KeptRow>('SettlementRow', rowSchema);

  /** True when this very line of this very file is the one that is kept, also when it comes again: then as it is read now. */
  async function keep(file: SettlementFile, row: SettlementRow): Promise<boolean> {
    const kept: KeptRow = { ...file, ...row, key: keysOfRow(row) };
    try {
      await rows.create(kept);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const { merchantId, pgCode, digest } = file;
      const { identity, line } = row;
      const same = { merchantId, pgCode, identity, digest, line };
      return (await rows.updateOne(same, { $set: kept })).matchedCount === 1;
    }
  }

  /** When a file was imported first; undefined of one that was not, or not to its end. */
  async function importedAt({
    merchantId,
    pgCode,
    digest,
  }: SettlementFile): Promise<number | undefined> {
    const known = await imports
      .findOne({ merchantId, pgCode, digest }, { importedAt: 1 })
      .hint(BY_FILE)
      .lean<Pick<KeptImport, 'importedAt'>>();
    return known?.importedAt;
  }

  return {
    /**
     * Keeps lines, each movement once, and says of each whether another one was about the same movement before, and which of its keys
     * lines about other movements had before.
     */
    keepRows: async (
      file: SettlementFile,
      some: readonly SettlementRow[],
    ): Promise<readonly Required<Pick<KnownOfRow, 'isRepeated' | 'taken'>>[]> => {
      const repeated: boolean[] = [];
      for (const row of some) repeated.push(!(await keep(file, row)));
      const { merchantId, pgCode } = file;
      const inOrder = await rows
        .find(
          { merchantId, pgCode, key: { $in: some.flatMap(keysOfRow) } },
          { identity: 1, key: 1 },
        )
        .sort({ _id: 1 })
        .lean<Pick<KeptRow, 'identity' | 'key'>[]>();
      return some.map(({ identity }, at) => {
        const own = inOrder.findIndex((one) => one.identity === identity);
        const earlier = inOrder.slice(0, Math.max(own, 0));
        const taken = new Set(earlier.flatMap(({ key }) => key));
        return { isRepeated: repeated[at] ?? false, taken };
      });
    },

    /** Which of these keys (`keysOfRow`) any file of the account has. */
    settledKeys: async (
      { merchantId, pgCode }: Omit<SettlementFile, 'digest'>,
      keys: readonly string[],
    ): Promise<ReadonlySet<string>> =>
      new Set(await rows.distinct('key', { merchantId, pgCode, key: { $in: keys } }).exec()),

    /** When the latest line before this instant was settled, in whatever file of the account; in epoch milliseconds. */
    lastBefore: async (
      { merchantId, pgCode }: Omit<SettlementFile, 'digest'>,
      at: number,
    ): Promise<number | undefined> => {
      const last = await rows
        .findOne({ merchantId, pgCode, settledAt: { $lt: at } }, { settledAt: 1 })
        .sort({ settledAt: -1 })
        .hint(BY_TIME)
        .lean<Pick<KeptRow, 'settledAt'>>();
      return last?.settledAt;
    },

    /**
     * When the earliest line from this instant on was settled, where its file was imported before this one, which then has to be compared
     * up to there: nobody knew of it at that time. Undefined where that came later, or there is none. In epoch milliseconds.
     */
    firstAfter: async (file: SettlementFile, at: number): Promise<number | undefined> => {
      const { merchantId, pgCode } = file;
      const first = await rows
        .findOne({ merchantId, pgCode, settledAt: { $gte: at } }, { settledAt: 1, digest: 1 })
        .sort({ settledAt: 1 })
        .hint(BY_TIME)
        .lean<Pick<KeptRow, 'settledAt' | 'digest'>>();
      if (!first) return undefined;
      const [own = Infinity, other = Infinity] = await Promise.all(
        [file.digest, first.digest].map((digest) => importedAt({ merchantId, pgCode, digest })),
      );
      return other < own ? first.settledAt : undefined;
    },

    /** Writes down that a file was imported; of one that was before, only what came of it now. */
    keepImport: async (done: SettlementImport): Promise<{ readonly isNew: boolean }> => {
      const { merchantId, pgCode, digest, results, ...rest } = done;
      const { upsertedCount } = await imports.updateOne(
        { merchantId, pgCode, digest },
        { $set: { results, differences: differencesIn(results) }, $setOnInsert: rest },
        { upsert: true },
      );
      return { isNew: upsertedCount === 1 };
    },

    /** The imports of a merchant, the latest first. */
    listImports: (merchantId: MerchantId): Promise<readonly SettlementImport[]> =>
      imports.find({ merchantId }, shown).sort({ importedAt: -1 }).lean<SettlementImport[]>(),

    /** Those of them that did not simply match when they were read last, the latest first, and so many at most. */
    differing: (merchantId: MerchantId, most: number): Promise<readonly SettlementImport[]> =>
      imports
        .find({ merchantId, differences: { $gt: 0 } }, shown)
        .hint(DIFFERING)
        .sort({ importedAt: -1 })
        .limit(most)
        .lean<SettlementImport[]>()
        .exec(),
  };
}
