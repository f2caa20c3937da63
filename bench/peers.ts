import { loadavg } from 'node:os';
import { percentile } from './clients.ts';
import { costOf, ourSide, untilSettled, type Figures, type Side } from './cost.ts';
import { QUEUE, type BenchEnvironment } from './environment.ts';
import { VERSION } from './kill-bill/fetch.ts';
import { startKillBill, type KillBill } from './kill-bill/server.ts';
import { HEAP } from './kill-bill/settings.ts';

const CLIENTS = 16;
/** So many of ours a round; Kill Bill and the raw parts do several times as many, so that their part of a round is as long. */
const TIMES = Number(process.env['BENCH_TIMES'] ?? 64);
const OTHERS = 3;
/** Java compiles what has run often enough, so its warm-up is longer. */
const JAVA_WARMS = 4;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);

/** Something of one side that is measured in each round. */
interface Costed {
  readonly side: Side;
  readonly times: number;
  readonly work: () => Promise<string>;
}

/** How fast one thing is beside others of the same round, done one after the other, and what it should be. */
const RATIOS: readonly (readonly [one: string, others: readonly string[], goal?: number])[] = [
  ['charge', ['Kill Bill authorize, capture'], 0.25],
  ['charge', ['Kill Bill purchase']],
  ['hosted', ['Kill Bill authorize, capture']],
  ['refund', ['Kill Bill refund'], 0.2],
  ['create', ['bare insert', 'bare start'], 0.8],
];

/**
 * Our operations beside those of Kill Bill and beside raw parts, in turns: operations a second by sixteen clients, CPU milliseconds of all
 * processes of a side, events, reads, writes, synced writes of the journal and its bytes.
 */
export async function measureBesidePeers(environment: BenchEnvironment): Promise<void> {
  const killBill = await startKillBill(CLIENTS);
  const ours = await ourSide(environment, CLIENTS);
  try {
    const subjects = subjectsOf(environment, ours, killBill);
    console.log(`Kill Bill ${VERSION}, a heap of ${HEAP}, on a durable PostgreSQL`);
    const rounds: Record<string, Figures>[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      await untilSettled();
      const figures: Record<string, Figures> = {};
      for (const [name, { side, work, times }] of Object.entries(subjects))
        figures[name] = await costOf(side, work, {
          clients: CLIENTS,
          times: round === 0 && 'java' in side.processes ? times * JAVA_WARMS : times,
        });
      // The first round warms up.
      if (round > 0) rounds.push(figures);
      console.log(`  round ${round} of ${ROUNDS}${round === 0 ? ', which does not count' : ''}`);
    }
    printTable(rounds);
    printRatios(rounds);
  } finally {
    await ours.close();
    await killBill.close();
  }
}

/** In the order of a round: ours and theirs take turns, and a refund is of what was paid before. */
function subjectsOf(
  { bareUrl, client }: BenchEnvironment,
  ours: Awaited<ReturnType<typeof ourSide>>,
  killBill: KillBill,
): Readonly<Record<string, Costed>> {
  const our = (work: () => Promise<string>): Costed => ({ side: ours.side, times: TIMES, work });
  const { temporal, mongodb } = ours.side.processes;
  const raw: Side = {
    // The route and the worker are the program that measures, which is on no side.
    processes: { ...(temporal && { temporal }), ...(mongodb && { mongodb }) },
    counted: ours.side.counted,
  };
  const theirs = killBillSide(killBill);
  const their = (work: () => Promise<string>): Costed => ({
    side: theirs,
    times: TIMES * OTHERS,
    work,
  });
  const paid: string[] = [];
  let starts = 0;
  return {
    hosted: our(ours.hosted),
    'Kill Bill purchase': their(async () => {
      const payment = await killBill.purchase();
      paid.push(payment);
      return payment;
    }),
    charge: our(ours.charge),
    'Kill Bill authorize, capture': their(killBill.authorizeAndCapture),
    refund: our(ours.refund),
    'Kill Bill refund': their(async () => {
      const payment = paid.pop() ?? '';
      await killBill.refund(payment);
      return payment;
    }),
    create: our(ours.create),
    'bare insert': { side: raw, times: TIMES * OTHERS, work: () => inserted(bareUrl) },
    'bare start': {
      side: raw,
      times: TIMES * OTHERS,
      work: async () => {
        const workflowId = `bare-start/${process.pid}/${(starts += 1)}`;
        await client.workflow.start('started', { workflowId, taskQueue: QUEUE });
        return workflowId;
      },
    },
  };
}

async function inserted(url: string): Promise<string> {
  const { status } = await fetch(url, { method: 'POST' });
  if (status !== 201) throw new Error(`${url} answered ${status}`);
  return url;
}

function killBillSide({ postgres }: KillBill): Side {
  return {
    processes: { java: /catalina/, postgres: /postgres/ },
    counted: async () => {
      const [line = ''] = await postgres.ask(COUNTED);
      const [finds, writes, syncs, journal] = line.split('|').map(Number);
      return { finds, writes, syncs, journal } as Figures;
    },
  };
}

/** As MongoDB counts: one for each statement that reads, and for each that writes. */
const COUNTED = `
  SELECT coalesce(sum(calls) FILTER (WHERE query ~* '^\\s*select'), 0),
         coalesce(sum(calls) FILTER (WHERE query ~* '^\\s*(insert|update|delete)'), 0),
         (SELECT wal_sync FROM pg_stat_wal),
         pg_current_wal_lsn() - '0/0'
  FROM pg_stat_statements`;

const COLUMNS = ['a second', 'all', 'events', 'finds', 'writes', 'syncs', 'journal'] as const;

function printTable(rounds: readonly Readonly<Record<string, Figures>>[]): void {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(
    `\n${CLIENTS} clients, medians of ${rounds.length} rounds, load average ${load}; CPU in milliseconds, journal in bytes, for each operation`,
  );
  console.log(
    ['operation', 'a second', 'CPU', ...COLUMNS.slice(2), 'CPU by process'].map(cell).join(''),
  );
  for (const name of Object.keys(rounds[0] ?? {})) {
    const median = (column: string) =>
      percentile(
        rounds.map((round) => round[name]?.[column] ?? Number.NaN),
        0.5,
      );
    const known = Object.keys(rounds[0]?.[name] ?? {});
    const shown = (column: string) => (known.includes(column) ? median(column).toFixed(1) : '');
    const processes = known.filter((column) => !COLUMNS.some((one) => one === column));
    const parts = processes.map((process) => `${process} ${shown(process)}`).join(', ');
    console.log([name, ...COLUMNS.map(shown), parts].map(cell).join(''));
  }
}

const cell = (text: string, index: number) =>
  index === 0 ? text.padEnd(30) : index > COLUMNS.length ? `  ${text}` : text.padStart(10);

function printRatios(rounds: readonly Readonly<Record<string, Figures>>[]): void {
  console.log('\nA second, beside, within each round: median (min–max)');
  for (const [one, others, goal] of RATIOS) {
    const ratios = rounds.map((round) => {
      const seconds = (name: string) => 1 / (round[name]?.['a second'] ?? Number.NaN);
      return others.reduce((sum, other) => sum + seconds(other), 0) / seconds(one);
    });
    const [low, middle, high] = [0, 0.5, 1].map((share) => percentile(ratios, share).toFixed(2));
    console.log(
      `  ${one} / ${others.join(' + ')}`.padEnd(44),
      `${middle} (${low}–${high})${goal === undefined ? '' : `, goal ${goal} or more`}`,
    );
  }
}
