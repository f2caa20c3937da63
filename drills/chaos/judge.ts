import type { DrillNetwork } from '../networks/network.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import type { AttemptEnding } from '../../domain/routing/decision.ts';
import type { Observations, SaleDocument, SaleObservations } from './observations.ts';

export type ChaosFaultKind =
  | 'lost'
  | 'charged-twice'
  | 'went-on-too-early'
  | 'wrong-money'
  | 'paid-without-money'
  | 'made-twice'
  | 'stray-money'
  | 'not-final'
  | 'final-late'
  | 'not-served'
  | 'closed-early'
  | 'never-closed'
  | 'no-run'
  | 'run-failed'
  | 'unreplayable'
  | 'run-disagrees'
  | 'webhook-missing'
  | 'webhook-changed'
  | 'told-twice'
  | 'webhook-forged'
  | 'turned-away'
  | 'complaint'
  | 'fell';

/** Something that must not be, whatever was killed. */
export interface ChaosFault {
  readonly kind: ChaosFaultKind;
  /** The order, or what else it is about. */
  readonly about: string;
  readonly detail: string;
}

/**
 * So long after the last kill every payment is final. Where a network cannot be asked by our reference, more of what it answers is
 * lost on the way, and what is lost is asked for again by the engine's own plan.
 */
export const FINAL_WITHIN_MS: Readonly<Record<DrillNetwork, number>> = {
  sandbox: 60_000,
  stripe: 240_000,
  adyen: 240_000,
};

/** A machine so busy that a workflow task takes most of its ten seconds leaves some histories that nobody can follow. */
const RARE = 0.1;

/** Compares what the network, the merchant, the database and Temporal say. An empty list is an acquittal. */
export function judgeChaos(evidence: Observations): readonly ChaosFault[] {
  const { sales, strays, forged, failedRuns, unreplayable, complaints, falls, turnedAway } =
    evidence;
  return [
    ...sales.flatMap(faultsOf),
    ...strays.map((reference) => ({
      kind: 'stray-money' as const,
      about: reference,
      detail: 'The network has it, and no document of ours does.',
    })),
    ...(forged === 0
      ? []
      : [
          {
            kind: 'webhook-forged' as const,
            about: 'webhooks',
            detail: `${forged} were not signed as agreed, or were about nothing that was sold.`,
          },
        ]),
    ...failedRuns.map((run) => ({
      kind: 'run-failed' as const,
      about: run,
      detail: 'The workflow did not end by returning.',
    })),
    ...(unreplayable.length <= sales.length * RARE ? [] : unreplayable).map((detail) => ({
      kind: 'unreplayable' as const,
      about: 'a workflow',
      detail,
    })),
    ...complaints.map(({ orderNo, what }) => ({
      kind: 'complaint' as const,
      about: orderNo,
      detail: what,
    })),
    ...turnedAway.map((event) => ({
      kind: 'turned-away' as const,
      about: 'an event of the network',
      detail: event,
    })),
    ...falls.map((fall) => ({ kind: 'fell' as const, about: 'a process', detail: fall })),
  ];
}

/**
 * Why a payment is not final, or undefined when it is: its state is over, and what the network has decided about any of
 * its attempts we know, too. A card page that nobody has used is nothing that anybody waits for.
 */
export function whyNotFinal({
  documents,
  payments,
}: Pick<SaleObservations, 'documents' | 'payments'>): string | undefined {
  const [document] = documents;
  if (!document) return 'there is no document';
  if (isUnpaid(document.state)) return `it is ${document.state}`;
  for (const { reference, status } of payments) {
    const attempt = document.attempts.find(({ referenceNumber }) => referenceNumber === reference);
    const state = attempt?.state ?? 'unknown here';
    if (isSuccessful(status) && state !== 'success')
      return `attempt ${reference} is ${status} at the network and ${state} here`;
    if (isUnsuccessful(status) && (state === 'pending' || state === 'success'))
      return `attempt ${reference} is ${status} at the network and ${state} here`;
    if (isUnsuccessful(status) && attempt?.unanswered === true)
      return `attempt ${reference} is ${status} at the network, and here nobody knows`;
  }
  return undefined;
}

function isSuccessful(status: string): boolean {
  return status === 'CAPTURED' || status === 'AUTHORIZED';
}

function isUnsuccessful(status: string): boolean {
  return status === 'DECLINED' || status === 'CANCELED' || status === 'ERROR';
}

function faultsOf(sale: SaleObservations): readonly ChaosFault[] {
  const found: ChaosFault[] = [];
  const add = (kind: ChaosFaultKind, detail: string) => {
    found.push({ kind, about: sale.orderNo, detail });
  };
  const [document, ...others] = sale.documents;
  if (!document) {
    if (sale.told === undefined) add('not-served', 'The merchant never got an answer.');
    else add('lost', `The merchant was told of ${sale.told}, and there is no document.`);
    return found;
  }
  if (others.length > 0)
    add('made-twice', `One Idempotency-Key made ${sale.documents.length} transactions.`);
  if (sale.told !== undefined && sale.told !== document.sessionId)
    add(
      'lost',
      `The merchant was told of ${sale.told}, and the document is ${document.sessionId}.`,
    );
  judgeMoney(sale, document, add);
  judgeFailover(sale, document, add);
  judgeEnd(sale, document, add);
  judgeRun(sale, document, add);
  judgeWebhooks(sale, document, add);
  return found;
}

type Add = (kind: ChaosFaultKind, detail: string) => void;

function judgeMoney({ moved, asked }: SaleObservations, { state }: SaleDocument, add: Add): void {
  if (moved.length > 1) add('charged-twice', `The network took ${moved.join(' and ')}.`);
  if (moved.length > 0 && state !== 'paid')
    add('lost', `The network took ${moved.join(' and ')}, and here it is ${state}.`);
  for (const one of moved)
    if (one !== `capture ${asked}`) add('wrong-money', `${one}, where ${asked} was asked for.`);
  if (moved.length === 0 && state === 'paid')
    add('paid-without-money', 'Here it is paid, and the network has taken nothing.');
}

/** What the network may have of an attempt after whose end another account was asked, besides nothing at all. */
const LEFT_BEHIND: Readonly<Record<AttemptEnding, readonly string[]>> = {
  unsent: [],
  refused: [],
  'soft-decline': ['DECLINED'],
  closed: ['CANCELED', 'DECLINED'],
};

/** Another account is asked only when it is certain that the one before takes nothing. */
function judgeFailover({ payments }: SaleObservations, { attempts }: SaleDocument, add: Add): void {
  for (const { referenceNumber, after } of attempts) {
    const before = payments.find(({ reference }) => reference === after?.referenceNumber);
    if (after && before && !LEFT_BEHIND[after.ending].includes(before.status))
      add(
        'went-on-too-early',
        `${referenceNumber} came after ${before.reference} was ${after.ending}, which is ${before.status} at the network.`,
      );
  }
}

function judgeEnd(sale: SaleObservations, { state }: SaleDocument, add: Add): void {
  const why = whyNotFinal(sale);
  if (why !== undefined) add('not-final', `${why[0]?.toUpperCase()}${why.slice(1)}.`);
  else if (sale.finalAfterMs === undefined)
    add('final-late', 'It was not final in time after the last kill.');
  if (sale.means === 'to pay' && state !== 'paid')
    add('not-served', `The payer meant to pay, and it is ${state}.`);
}

/** Nothing can come any more that this document would wait for. */
export function isSaleOver({ state, attempts }: SaleDocument): boolean {
  const waits = attempts.some((attempt) => attempt.state === 'pending' || attempt.unanswered);
  return !isUnpaid(state) && !waits;
}

function judgeRun({ run }: SaleObservations, document: SaleDocument, add: Add): void {
  const { state } = document;
  if (!run) {
    add('no-run', 'Temporal has no workflow of it.');
    return;
  }
  if (!run.isOpen && isUnpaid(state))
    add('closed-early', `The workflow is closed, and the state is ${state}.`);
  if (run.isOpen && isSaleOver(document))
    add('never-closed', `It is ${state}, and the workflow is still open.`);
  if (run.state !== state)
    add('run-disagrees', `The workflow says ${run.state}, and the document says ${state}.`);
}

function judgeWebhooks({ heard }: SaleObservations, document: SaleDocument, add: Add): void {
  for (let sequence = 1; sequence <= document.sequence; sequence += 1)
    if (!heard.some((webhook) => webhook.sequence === sequence))
      add('webhook-missing', `Notice ${sequence} of ${document.sequence} never came.`);
  const bodies = new Map<string, string>();
  for (const { eventId, body, sequence } of heard) {
    if (sequence > document.sequence)
      add('webhook-changed', `Notice ${sequence} came, and only ${document.sequence} were made.`);
    if ((bodies.get(eventId) ?? body) !== body)
      add('webhook-changed', `Notice ${sequence} came with two different bodies.`);
    bodies.set(eventId, body);
  }
  const successes = new Set(
    heard.filter(({ result }) => result === 'success').map(({ eventId }) => eventId),
  );
  if (successes.size > 1) add('told-twice', `${successes.size} notices tell of a success.`);
  if (document.state === 'paid' && successes.size === 0)
    add('webhook-missing', 'It is paid, and no notice that came says so.');
}
