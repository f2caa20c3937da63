import { Client, Connection } from '@temporalio/client';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyRing } from '../../config/key-ring.ts';
import { encryptionKeys, storeKeys } from '../../dev/keys.ts';
import { startSarraf, type RunningSarraf } from '../../dev/sarraf.ts';
import type { RunInfo } from '../../dev/run-file.ts';
import { theBuild } from './built.ts';
import { knownAtOnce } from './known-settings.ts';
import { hashCheaply } from './passwords.ts';
import { openStore, type Store } from '../../store/index.ts';
import { dataConverter } from '../../temporal/data-converter.ts';

/** The whole system as real processes, with what tests need of it: its database and its Temporal. */
export interface System {
  readonly running: RunningSarraf;
  readonly run: RunInfo;
  readonly dataDir: string;
  readonly store: Store;
  readonly temporal: Client;
  /** All that the programs have logged until now, MongoDB and Temporal among them. */
  readonly logs: () => string;
}

let opened: Promise<System> | undefined;

/**
 * The one system of this run of the tests. The first test file that asks starts it, and all of them share it, so a
 * test leaves it as it found it: every program running, the shop answering 200.
 */
export function theSystem(): Promise<System> {
  return (opened ??= open());
}

after('the system closes', async function () {
  this.timeout(120_000);
  if (opened !== undefined) await close(await opened);
});

async function open(): Promise<System> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-system-'));
  const running = await startSarraf({
    dataDir,
    fresh: true,
    ports: 'free',
    quiet: true,
    built: await theBuild(),
    env: {
      // Agreements of one test would wait for those of another.
      DEBITS_PER_SECOND: '20',
    },
    // What a request has changed the API knows at once, and a worker that keeps settings some time within a second.
    envOf: { worker: { SETTINGS_IN_MEMORY: 'false' } },
  });
  const { run } = running;
  // A system that breaks is the reason for whatever fails after it, so its own reason comes first.
  running.broken.then((why) => console.error(`The system broke: ${why}`), console.error);
  const { payloads } = encryptionKeys(dataDir);
  const store = knownAtOnce(
    await openStore(run.mongodb, storeKeys(dataDir), hashCheaply),
    run.mongodb,
  );
  const connection = await Connection.connect({ address: run.temporal });
  const temporal = new Client({ connection, dataConverter: dataConverter(keyRing(payloads)) });
  const logs = () => {
    const directory = join(dataDir, 'logs');
    return readdirSync(directory)
      .map((file) => readFileSync(join(directory, file), 'utf8'))
      .join('\n');
  };
  return { running, run, dataDir, store, temporal, logs };
}

async function close({ running, store, temporal, dataDir }: System): Promise<void> {
  await store.close();
  await temporal.connection.close();
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
