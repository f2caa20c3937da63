import { DefaultLogger, Runtime } from '@temporalio/worker';
import { compareSubjects, type Load } from './compare.ts';
import { measureCosts } from './cost.ts';
import { measureCycles } from './cycles.ts';
import { measureDebits, measureLooks } from './debits.ts';
import { printHistory } from './history.ts';
import { verifyLedgers } from './ledger.ts';
import { measureLogins } from './logins.ts';
import { measureMemory } from './memory.ts';
import { measureOffice } from './office/index.ts';
import { measurePages } from './page.ts';
import { printPapers } from './papers.ts';
import { measureBesidePeers } from './peers.ts';
import { profileOperation } from './profile.ts';
import { measureRefundsAtOnce } from './refunds-at-once.ts';
import { measureReports } from './reports.ts';
import { openBenchEnvironment, type BenchEnvironment } from './environment.ts';
import { fillWithTransactions, reading } from './stored.ts';
import { subjects, type Subjects } from './subjects.ts';
import { measureWebhooks } from './webhooks.ts';

/*
 * Ratios inside one run, on one machine and one pair of servers. Absolute times say something about the machine only.
 * `npm run bench -- create payment` runs these comparisons only; `npm run bench -- profile charge` says where the CPU of one goes.
 */
const ONE: Load = { clients: 1, times: 20, rounds: 5 };
const SIXTEEN: Load = { clients: 16, times: 80, rounds: 5 };

const COMPARISONS: Readonly<
  Record<string, (of: Subjects, environment: BenchEnvironment) => Promise<void>>
> = {
  steps: (of) => bothLoads([of.bare, of.create, of.pay, of.settle]),
  create: (of) => bothLoads([of.insertAndStart, of.insert, of.create]),
  payment: (of) => bothLoads([of.ideal, of.whole, of.bare]),
  operations: (of) => bothLoads([of.parentAndChild, of.refund]),
  refunds: (of) => compareSubjects([of.firstRefund, of.lateRefund], { ...ONE, times: 10 }),
  'refunds-at-once': (_of, environment) => measureRefundsAtOnce(environment),
  gateway: (of) => bothLoads([of.bare, of.straight, of.pay]),
  invoice: (of) => bothLoads([of.oneItem, of.manyItems, of.create]),
  papers: (_of, environment) => printPapers(environment),
  history: (_of, environment) => printHistory(environment),
  stored: againstStored,
  ledger: (_of, environment) => verifyLedgers(environment),
  reports: (_of, environment) => measureReports(environment),
  webhooks: (_of, environment) => measureWebhooks(environment),
  cost: (_of, environment) => measureCosts(environment),
  memory: (_of, environment) => measureMemory(environment),
  peers: (_of, environment) => measureBesidePeers(environment),
  looks: (_of, environment) => measureLooks(environment),
  debits: (_of, environment) => measureDebits(environment),
  cycles: () => measureCycles(),
  page: (_of, environment) => measurePages(environment),
  logins: (_of, environment) => measureLogins(environment),
  office: (_of, environment) => measureOffice(environment),
};

/** How many transactions the full database of `stored` has, unless `BENCH_STORED` says otherwise. */
const STORED = Number(process.env['BENCH_STORED'] ?? 100_000);
/** This one needs programs that nothing else needs, and runs when it is asked for. */
const FOREIGN = 'peers';

Runtime.install({ logger: new DefaultLogger('WARN') });
const wanted = process.argv.slice(2);
if (wanted[0] === 'profile') await profileOperation(wanted[1]);
else await compare();

async function compare(): Promise<void> {
  const unknown = wanted.filter((name) => !Object.hasOwn(COMPARISONS, name));
  if (unknown.length > 0)
    throw new Error(
      `No comparison ${unknown.join(', ')}; there are ${Object.keys(COMPARISONS).join(', ')}, and profile with an operation.`,
    );
  const environment = await openBenchEnvironment();
  try {
    const of = subjects(environment);
    console.log(`node ${process.version}\n`);
    for (const [name, run] of Object.entries(COMPARISONS))
      if (wanted.includes(name) || (wanted.length === 0 && name !== FOREIGN))
        await run(of, environment);
  } finally {
    await environment.close();
  }
}

async function bothLoads(all: Parameters<typeof compareSubjects>[0]): Promise<void> {
  for (const load of [ONE, SIXTEEN]) await compareSubjects(all, load);
}

/** Two systems side by side, one of them with a full database. */
async function againstStored(of: Subjects, empty: BenchEnvironment): Promise<void> {
  const full = await openBenchEnvironment();
  try {
    await fillWithTransactions(full, STORED);
    const here = reading(empty.run, 'empty database');
    const there = reading(full.run, `${STORED} stored`);
    await compareSubjects([of.create, subjects(full).create], ONE);
    await compareSubjects([here.one, there.one], { ...ONE, times: 50 });
    await compareSubjects([here.list, there.list], { ...ONE, times: 50 });
  } finally {
    await full.close();
  }
}
