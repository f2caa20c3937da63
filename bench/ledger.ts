import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import mongoose, { type Connection } from 'mongoose';
import { paymentSteps } from './payment.ts';
import type { BenchEnvironment } from './environment.ts';
import type { Verified } from './verify.ts';

/** How many entries the small and the large ledger have. */
const SIZES = [10_000, 100_000] as const;
/** What ten times as many entries may cost, beside the small ledger. */
const GOAL = { time: 12, memory: 1.3 };

/**
 * Verifies a small and a large ledger, with the transactions and operations that imply them, each in a process of its own:
 * prints time and peak memory of both.
 */
export async function verifyLedgers(environment: BenchEnvironment): Promise<void> {
  const model = await aRefundedPayment(environment);
  const found: Verified[] = [];
  for (const entries of SIZES) {
    const uri = new URL(environment.run.mongodb);
    uri.pathname = `/bench-ledger-${entries}`;
    const database = await mongoose.createConnection(uri.href).asPromise();
    await seed(database, model, entries);
    found.push(await verified(uri.href));
    await database.dropDatabase();
    await database.close();
  }
  for (const { entries, sessions, differences, ms, peakBytes } of found)
    console.log(
      `  ${entries} entries of ${sessions} payments: ${ms.toFixed(0)} ms, peak ${(peakBytes / 2 ** 20).toFixed(0)} MiB, ${differences} differences`,
    );
  const [small, large] = found;
  if (small && large)
    console.log(
      `  ${large.entries / small.entries} × the entries: ${(large.ms / small.ms).toFixed(2)} × the time (goal ${GOAL.time}), ${(large.peakBytes / small.peakBytes).toFixed(2)} × the memory (goal ${GOAL.memory})\n`,
    );
}

/** The documents of a payment with a refund: those of which every copy has its own ids. */
interface Model {
  readonly text: string;
  readonly ids: readonly string[];
  readonly entries: number;
}

interface Documents {
  readonly transactions: readonly object[];
  readonly operations: readonly object[];
  readonly ledger: readonly object[];
}

async function aRefundedPayment({ run }: BenchEnvironment): Promise<Model> {
  const { create, view, pay, settle, refund } = paymentSteps(run);
  const sessionId = await create();
  await view(sessionId);
  await settle(await pay(sessionId));
  await refund(sessionId);
  const database = await mongoose.createConnection(run.mongodb).asPromise();
  const plain = { projection: { _id: 0 } };
  const [transaction, operation, ledger] = await Promise.all([
    database.collection('transactions').findOne({ sessionId }, plain),
    database.collection('operations').findOne({ parentId: sessionId }, plain),
    database.collection('ledger').find({ sessionId }).toArray(),
  ]);
  await database.close();
  if (!transaction || !operation || ledger.length !== 2)
    throw new Error('The refunded payment that was made is not in the database.');
  const documents: Documents = { transactions: [transaction], operations: [operation], ledger };
  const attempts = transaction['attempts'] as readonly { readonly referenceNumber: string }[];
  const ids = [
    sessionId,
    String(operation['sessionId']),
    String(operation['referenceNumber']),
    ...attempts.map(({ referenceNumber }) => referenceNumber),
  ];
  return { text: JSON.stringify(documents), ids, entries: ledger.length };
}

const COPIES = 1000;

async function seed(database: Connection, model: Model, entries: number): Promise<void> {
  const copies = entries / model.entries;
  for (let done = 0; done < copies; done += COPIES) {
    const made = Array.from({ length: Math.min(COPIES, copies - done) }, () => copyOf(model));
    for (const name of ['transactions', 'operations', 'ledger'] as const)
      await database.collection(name).insertMany(
        made.flatMap((one) => one[name]),
        { ordered: false },
      );
  }
  console.log(`  ${entries} entries stored`);
}

function copyOf({ text, ids }: Model): Documents {
  const copied = ids.reduce((held, id) => {
    const fresh = randomBytes(20).toString('hex');
    return held.replaceAll(id, id.length === fresh.length ? fresh : fresh.toUpperCase());
  }, text);
  return JSON.parse(copied) as Documents;
}

async function verified(uri: string): Promise<Verified> {
  const program = fileURLToPath(new URL('verify.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, uri]);
  return JSON.parse(stdout) as Verified;
}
