import type { Fields } from './fields.ts';
import { count, fieldsOf, fraction, optionalFlag, text } from './fields.ts';
import { invalid } from './refusals.ts';

/** What the network does when a fault may strike: answer a merchant's call, take a card, or send a callback. */
export const CALLS = [
  'create',
  'inquire',
  'close',
  'charge',
  'capture',
  'void',
  'refund',
  'pay',
  'callback',
] as const;
export type Call = (typeof CALLS)[number];

/** Calls that are made under a key, and with the others all calls of merchants. */
const CHANGES = ['create', 'charge', 'capture', 'void', 'refund'] as const;
const MERCHANTS = [...CHANGES, 'inquire', 'close'] as const;

/**
 * Every fault, with the calls that it can strike. Faults of one kind exclude each other within a call; faults of
 * different kinds strike together.
 */
export const FAULTS = {
  'answer-lost': { kind: 'answer', on: MERCHANTS },
  reset: { kind: 'answer', on: MERCHANTS },
  error: { kind: 'answer', on: MERCHANTS },
  slow: { kind: 'answer', on: MERCHANTS },
  'key-ignored': { kind: 'key', on: CHANGES },
  'wrong-amount': { kind: 'money', on: [...MERCHANTS, 'callback'] },
  'wrong-currency': { kind: 'money', on: [...MERCHANTS, 'callback'] },
  declined: { kind: 'outcome', on: ['pay', 'charge', 'capture', 'void', 'refund'] },
  queued: { kind: 'outcome', on: ['pay', 'charge', 'refund'] },
  'no-callback': { kind: 'callback', on: ['callback'] },
  'late-callback': { kind: 'callback', on: ['callback'] },
  'duplicate-callback': { kind: 'callback', on: ['callback'] },
} as const satisfies Readonly<Record<string, FaultTraits>>;
export type Fault = keyof typeof FAULTS;
export type FaultKind = 'answer' | 'key' | 'money' | 'outcome' | 'callback';

interface FaultTraits {
  readonly kind: FaultKind;
  readonly on: readonly Call[];
}

/** A fault, and which calls it strikes: after `skip` of them the `next` ones, each with this probability. */
export interface FaultRule {
  readonly fault: Fault;
  readonly on: readonly Call[];
  readonly skip: number;
  /** Left out: for ever. */
  readonly next?: number;
  readonly probability: number;
  readonly seed: number;
  readonly delayMs: number;
  readonly status: number;
  /** An `error` after the work was done. */
  readonly done: boolean;
  readonly times: number;
}

/** Reads the rules of a request; the first fault in one is refused with a sentence. */
export function faultRules(value: unknown): readonly FaultRule[] {
  if (!Array.isArray(value) || value.length > 50)
    throw invalid('Send the faults as a list of at most 50 objects such as {"fault":"reset"}.');
  return value.map((item) => faultRule(fieldsOf(item)));
}

/** A rule without `next` strikes once; one with a probability strikes for as long as it is there. */
function faultRule(fields: Fields): FaultRule {
  const fault = faultNamed(text(fields, 'fault', 40));
  const probability = fraction(fields, 'probability');
  const endless = fields['next'] === undefined && probability !== undefined;
  return {
    fault,
    on: callsOf(fault, fields['on']),
    skip: count(fields, 'skip', { least: 0, most: 1_000_000, otherwise: 0 }),
    ...(!endless && { next: count(fields, 'next', { least: 1, most: 1_000_000, otherwise: 1 }) }),
    probability: probability ?? 1,
    seed: count(fields, 'seed', { least: 0, most: 4_294_967_295, otherwise: 1 }),
    delayMs: count(fields, 'delay_ms', { least: 1, most: 600_000, otherwise: 10_000 }),
    status: count(fields, 'status', { least: 500, most: 599, otherwise: 503 }),
    done: optionalFlag(fields, 'done') ?? false,
    times: count(fields, 'times', { least: 2, most: 20, otherwise: 2 }),
  };
}

function faultNamed(name: string): Fault {
  if (isFault(name)) return name;
  throw invalid(`Send a fault of ${Object.keys(FAULTS).join(', ')}; there is no "${name}".`);
}

function isFault(name: string): name is Fault {
  return Object.hasOwn(FAULTS, name);
}

function callsOf(fault: Fault, wanted: unknown): readonly Call[] {
  const possible: readonly Call[] = FAULTS[fault].on;
  if (wanted === undefined) return possible;
  const names: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const calls = possible.filter((call) => names.includes(call));
  if (calls.length === 0 || calls.length < new Set(names).size)
    throw invalid(
      `Send on as a list of the calls that ${fault} can strike: ${possible.join(', ')}.`,
    );
  return calls;
}
