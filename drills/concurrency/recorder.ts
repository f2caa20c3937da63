import { setTimeout as wait } from 'node:timers/promises';
import type { DrillEnvironment } from '../chaos/environment.ts';
import { isFinal, type Operation } from '../../domain/operation/operation.ts';
import type { RequestObservation, Case, Moved } from './observations.ts';
import { documentOf, type ConcurrencySale } from './sale.ts';
import { ACCOUNTS } from './environment.ts';

/** Longer than the patience with an answer that was lost. */
const QUIET_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 250;

/** Waits until no operation of the sale is under way, and gives what everybody has seen then. */
export async function witness(
  environment: DrillEnvironment,
  sale: ConcurrencySale,
  {
    asked,
    winners,
    isPaid = true,
  }: {
    readonly asked: readonly RequestObservation[];
    readonly winners: Case['winners'];
    readonly isPaid?: boolean;
  },
): Promise<Case> {
  const { store, merchant } = environment;
  const look = () => store.operations.ofPayment(merchant, sale.session);
  const end = Date.now() + QUIET_WITHIN_MS;
  let operations = await look();
  while (!operations.every(isFinal) && Date.now() < end) {
    await wait(LOOK_EVERY_MS);
    operations = await look();
  }
  const { about, fils, how } = sale;
  return {
    about,
    paid: isPaid ? { fils, how } : undefined,
    winners,
    asked,
    operations: operations.map(({ trackingKey, referenceNumber, kind, state, amount }) => ({
      key: trackingKey,
      reference: referenceNumber,
      kind,
      state,
      fils: Number(amount.minor),
    })),
    moved: await movedFor(environment, sale, operations),
  };
}

/** The lines of the network's ledger about any attempt of the sale, and about what was done to what it paid. */
async function movedFor(
  environment: DrillEnvironment,
  sale: ConcurrencySale,
  operations: readonly Pick<Operation, 'idempotencyKey' | 'referenceNumber'>[],
): Promise<readonly Moved[]> {
  const { network } = environment;
  const payments = await paymentsOf(environment, sale);
  const done = (await Promise.all(payments.map((id) => network.operations(id)))).flat();
  // A network names what moved by its own operation, by our reference, or by our key.
  const references = new Map<string, string>([
    ...done.map((one) => [one.id, one.merchant_reference] as const),
    ...operations.map((one) => [one.idempotencyKey, one.referenceNumber] as const),
  ]);
  const lines = await network.ledger(ACCOUNTS[sale.how]);
  return lines
    .filter(({ payment_id: payment }) => payments.includes(payment))
    .map(({ merchant_reference: reference, operation_id: operation, entry, amount }) => ({
      reference: operation === undefined ? reference : (references.get(operation) ?? operation),
      entry,
      fils: Math.round(Number(amount) * 1000),
    }));
}

/** The network's payments of all attempts of a sale. */
export async function paymentsOf(
  environment: DrillEnvironment,
  sale: ConcurrencySale,
): Promise<readonly string[]> {
  const { attempts } = await documentOf(environment, sale);
  const references = new Set<string>(attempts.map(({ referenceNumber }) => referenceNumber));
  const payments = await environment.network.payments(ACCOUNTS[sale.how]);
  return payments
    .filter(({ merchant_reference: reference }) => references.has(reference))
    .map(({ id }) => id);
}
