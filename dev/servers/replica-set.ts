import { setTimeout as wait } from 'node:timers/promises';
import { mongo } from 'mongoose';

export const REPLICA_SET = 'rs0';

const START_MS = 60_000;
const NOT_YET_INITIATED = 94;

interface Mongod {
  readonly port: number;
  /** Where its data are, which no other one has. */
  readonly dbPath: string;
  readonly isRunning: () => boolean;
}

/**
 * Makes the mongod with these data, on this port of the loopback, the primary of a replica set of one, whether its data are new,
 * kept, or kept from another port. Does nothing to another one that answers on the port. Fails when that takes more than a
 * minute or the process is gone.
 */
export async function makePrimary({ port, dbPath, isRunning }: Mongod): Promise<void> {
  const end = Date.now() + START_MS;
  let why: unknown;
  while (isRunning() && Date.now() < end) {
    try {
      if (await isPrimary(port, dbPath)) return;
    } catch (error) {
      why = error;
    }
    await wait(50);
  }
  throw new Error('mongod did not become primary', { cause: why });
}

/** Asks once, and brings the set on its way. A new client each time: one that failed to connect stays closed. */
async function isPrimary(port: number, dbPath: string): Promise<boolean> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_000,
  });
  try {
    const admin = client.db('admin');
    const { parsed } = await admin.command({ getCmdLineOpts: 1 });
    if (parsed.storage?.dbPath !== dbPath) return false;
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (isWritablePrimary !== true) await configure(admin, `127.0.0.1:${port}`);
    return isWritablePrimary === true;
  } finally {
    await client.close();
  }
}

async function configure(admin: mongo.Db, host: string): Promise<void> {
  const members = [{ _id: 0, host }];
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    if (config.members[0]?.host === host) return; // The election is under way.
    // The data were kept from another port, so the set does not know itself and would never elect.
    await admin.command({
      replSetReconfig: { ...config, version: Number(config.version) + 1, members },
      force: true,
    });
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== NOT_YET_INITIATED) throw error;
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
  }
}
