import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import type { RunInfo } from '../dev/run-file.ts';
import { paymentSteps } from './payment.ts';
import type { BenchEnvironment } from './environment.ts';
import { of, type BenchSubject } from './subjects.ts';

const BATCH = 5000;

/** Fills the database of an environment with paid transactions, each with ids of its own and one of a thousand orders. */
export async function fillWithTransactions(
  { run }: BenchEnvironment,
  count: number,
): Promise<void> {
  const { create, view, pay, settle } = paymentSteps(run);
  const session = await create();
  await view(session);
  await settle(await pay(session));
  const database = await mongoose.createConnection(run.mongodb).asPromise();
  const transactions = database.collection('transactions');
  const model = await transactions.findOne({ sessionId: session }, { projection: { _id: 0 } });
  if (!model) throw new Error('The payment that was made is not in the database.');
  for (let done = 0; done < count; done += BATCH) {
    const copies = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) =>
      copyOf(model, done + index),
    );
    await transactions.insertMany(copies, { ordered: false });
    console.log(`  ${Math.min(count, done + BATCH)} of ${count} transactions stored`);
  }
  await database.close();
}

function copyOf(model: Readonly<Record<string, unknown>>, index: number): Record<string, unknown> {
  const attempts = model['attempts'] as readonly object[];
  const sessionId = randomBytes(20).toString('hex');
  return {
    ...model,
    sessionId,
    orderNo: `ORDER-${index % 1000}`,
    createdAt: Number(model['createdAt']) - index * 1000,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      referenceNumber: sessionId.slice(0, 20).toUpperCase(),
    })),
  };
}

/** Retrieving one payment, and the list of one order, as a merchant does. */
export function reading(
  run: RunInfo,
  where: string,
): { readonly one: BenchSubject; readonly list: BenchSubject } {
  const { create } = paymentSteps(run);
  const get = async (path: string): Promise<void> => {
    const response = await fetch(`${run.api}/b/checkout/v1/pymt-txn/${path}`, {
      headers: { Authorization: `Api-Key ${run.keys.private}` },
    });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    await response.text();
  };
  return {
    one: of(`retrieve, ${where}`, (session) => get(`${session}/`), create),
    list: of(`list an order, ${where}`, () => get('?order_no=BENCH-1'), create),
  };
}
