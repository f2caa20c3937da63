import type { DrillPatience } from '../chaos/patience.ts';
import type { Case } from './observations.ts';
import { proveDebits, type DebitFault } from './debits.ts';
import { judgeCase, type ConcurrencyFault } from './judge.ts';
import { ledgerDifferences } from './ledger.ts';
import { roundsOf, type Round, type ConcurrencyArguments } from './plan.ts';
import type { RequestFault } from './judge-requests.ts';
import { PROOFS } from './proofs.ts';
import { proveRoles } from './roles.ts';
import { openConcurrencyEnvironment, type ConcurrencyEnvironment } from './environment.ts';

/** Everything that a run has shown. */
export interface ConcurrencyOutcome extends ConcurrencyArguments {
  readonly cases: readonly Case[];
  /** What there is to say of the requests and of the agreements of each round. */
  readonly requests: readonly string[];
  readonly faults: readonly AnyFault[];
  readonly tookMs: number;
}

/** A proof that could not be carried out, what its callers met that they should not, or what the books do not agree on. */
export interface Broken {
  readonly kind: 'broken' | 'complaint' | 'ledger';
  readonly about: string;
  readonly detail: string;
}

export type AnyFault = ConcurrencyFault | RequestFault | DebitFault | Broken;

export interface ConcurrencySetting extends ConcurrencyArguments {
  /** Where the system keeps its data and logs. */
  readonly dataDir: string;
  readonly say: (line: string) => void;
}

/** What a caller has patience for, in one proof. */
const PATIENCE_MS = 300_000;

/** Plays the rounds of a seed against a whole system of its own, and judges each by the network's ledger. */
export async function runProofs({
  dataDir,
  ...setting
}: ConcurrencySetting): Promise<ConcurrencyOutcome> {
  setting.say('Opening the system …');
  const environment = await openConcurrencyEnvironment(dataDir, setting.seed, setting.network);
  try {
    return await proofsIn(environment, setting);
  } finally {
    await environment.close();
  }
}

/** The same in a system that has been opened. */
export async function proofsIn(
  environment: ConcurrencyEnvironment,
  { say, ...given }: Omit<ConcurrencySetting, 'dataDir'>,
): Promise<ConcurrencyOutcome> {
  const began = Date.now();
  const cases: Case[] = [];
  const requests: string[] = [];
  const faults: AnyFault[] = [];
  for (const round of roundsOf(given)) {
    const told = (name: string, count: number) =>
      say(`  round ${round.number} of ${given.rounds}: ${name}, ${wordsFor(count)}`);
    for (const name of Object.keys(PROOFS)) {
      const found = await proved(environment, name, round);
      cases.push(...found.cases);
      faults.push(...found.faults);
      told(name, found.faults.length);
    }
    for (const [name, prove] of [
      ['roles', proveRoles],
      ['debits', proveDebits],
    ] as const) {
      const found = await provedInWords(environment, round, { name, prove });
      requests.push(...found.requests);
      faults.push(...found.faults);
      told(name, found.faults.length);
    }
  }
  return { ...given, cases, requests, faults, tookMs: Date.now() - began };
}

async function proved(environment: ConcurrencyEnvironment, name: string, round: Round) {
  const patience = newPatience();
  const about = `${name}-${round.number}`;
  const cases: Case[] = [];
  const faults: AnyFault[] = [];
  try {
    cases.push(...((await PROOFS[name]?.(environment, patience, round)) ?? []));
    faults.push(...cases.flatMap(judgeCase));
    faults.push(...(await ledgerFaults(environment, about)));
  } catch (error) {
    faults.push({ kind: 'broken', about, detail: String(error) });
  }
  faults.push(...complaintsOf(patience, about));
  return { cases, faults };
}

interface InWords {
  readonly name: string;
  readonly prove: (
    environment: ConcurrencyEnvironment,
    patience: DrillPatience,
    round: Round,
  ) => Promise<{ readonly line: string; readonly faults: readonly AnyFault[] }>;
}

async function provedInWords(
  environment: ConcurrencyEnvironment,
  round: Round,
  { name, prove }: InWords,
) {
  const patience = newPatience();
  const about = `${name}-${round.number}`;
  const requests: string[] = [];
  const faults: AnyFault[] = [];
  try {
    const found = await prove(environment, patience, round);
    requests.push(found.line);
    faults.push(...found.faults, ...(await ledgerFaults(environment, about)));
  } catch (error) {
    faults.push({ kind: 'broken', about, detail: String(error) });
  }
  faults.push(...complaintsOf(patience, about));
  return { requests, faults };
}

function newPatience(): DrillPatience {
  const end = Date.now() + PATIENCE_MS;
  return { isOver: () => Date.now() > end, complaints: [], repeats: 0 };
}

function complaintsOf({ complaints }: DrillPatience, about: string): readonly Broken[] {
  return complaints.map(({ what }) => ({ kind: 'complaint', about, detail: what }));
}

async function ledgerFaults(
  environment: ConcurrencyEnvironment,
  about: string,
): Promise<readonly Broken[]> {
  const differences = await ledgerDifferences(environment);
  return differences.map((detail) => ({ kind: 'ledger', about, detail }));
}

function wordsFor(faults: number): string {
  return faults === 0 ? 'nothing wrong' : `${faults} faults`;
}
