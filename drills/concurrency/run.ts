import type { Patience } from '../chaos/patience.ts';
import type { Case } from './observations.ts';
import { proveDebits, type DebitFault } from './debits.ts';
import { judge, type Fault } from './judge.ts';
import { ledgerDifferences } from './ledger.ts';
import { roundsOf, type Round, type Wish } from './plan.ts';
import type { RequestFault } from './judge-requests.ts';
import { PROOFS } from './proofs.ts';
import { proveRoles } from './roles.ts';
import { openProveStage, type ProveStage } from './environment.ts';

/** Everything that a run has shown. */
export interface Outcome extends Wish {
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

export type AnyFault = Fault | RequestFault | DebitFault | Broken;

export interface Setting extends Wish {
  /** Where the house keeps its data and logs. */
  readonly dataDir: string;
  readonly say: (line: string) => void;
}

/** What a caller has patience for, in one proof. */
const PATIENCE_MS = 300_000;

/** Plays the rounds of a seed against a whole house of its own, and judges each by the network's ledger. */
export async function runProofs({ dataDir, say, ...wish }: Setting): Promise<Outcome> {
  const began = Date.now();
  const cases: Case[] = [];
  const requests: string[] = [];
  const faults: AnyFault[] = [];
  say('Opening the house …');
  const stage = await openProveStage(dataDir, wish.seed);
  try {
    for (const round of roundsOf(wish)) {
      const told = (name: string, count: number) =>
        say(`  round ${round.number} of ${wish.rounds}: ${name}, ${wordsFor(count)}`);
      for (const name of Object.keys(PROOFS)) {
        const found = await proved(stage, name, round);
        cases.push(...found.cases);
        faults.push(...found.faults);
        told(name, found.faults.length);
      }
      for (const [name, prove] of [
        ['roles', proveRoles],
        ['debits', proveDebits],
      ] as const) {
        const found = await provedInWords(stage, round, { name, prove });
        requests.push(...found.requests);
        faults.push(...found.faults);
        told(name, found.faults.length);
      }
    }
  } finally {
    await stage.close();
  }
  return { ...wish, cases, requests, faults, tookMs: Date.now() - began };
}

async function proved(stage: ProveStage, name: string, round: Round) {
  const end = Date.now() + PATIENCE_MS;
  const patience: Patience = { isOver: () => Date.now() > end, complaints: [], repeats: 0 };
  const about = `${name}-${round.number}`;
  const cases: Case[] = [];
  const faults: AnyFault[] = [];
  try {
    cases.push(...((await PROOFS[name]?.(stage, patience, round)) ?? []));
    faults.push(...cases.flatMap(judge));
    faults.push(...(await ledgerFaults(stage, about)));
  } catch (error) {
    faults.push({ kind: 'broken', about, detail: String(error) });
  }
  for (const { what } of patience.complaints)
    faults.push({ kind: 'complaint', about, detail: what });
  return { cases, faults };
}

interface InWords {
  readonly name: string;
  readonly prove: (
    stage: ProveStage,
    round: Round,
  ) => Promise<{ readonly line: string; readonly faults: readonly AnyFault[] }>;
}

async function provedInWords(stage: ProveStage, round: Round, { name, prove }: InWords) {
  const about = `${name}-${round.number}`;
  const requests: string[] = [];
  const faults: AnyFault[] = [];
  try {
    const found = await prove(stage, round);
    requests.push(found.line);
    faults.push(...found.faults, ...(await ledgerFaults(stage, about)));
  } catch (error) {
    faults.push({ kind: 'broken', about, detail: String(error) });
  }
  return { requests, faults };
}

async function ledgerFaults(stage: ProveStage, about: string): Promise<readonly Broken[]> {
  const differences = await ledgerDifferences(stage);
  return differences.map((detail) => ({ kind: 'ledger', about, detail }));
}

function wordsFor(faults: number): string {
  return faults === 0 ? 'nothing wrong' : `${faults} faults`;
}
