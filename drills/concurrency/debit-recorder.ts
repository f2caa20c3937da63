import assert from 'node:assert/strict';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { TimeTravelObservations } from '../time-travel/judge.ts';
import type { Customers } from './debit-customers.ts';

/** What the judge of the simulation looks at, and the references of the customers' own first payments. */
export interface DebitEvidence extends TimeTravelObservations {
  readonly firsts: ReadonlySet<string>;
}

/**
 * Our books and the network's own, when all is quiet. The network's clock is the real one, so that a try was made when our
 * books say, by the merchant's clock.
 */
export async function evidenceOf(
  { shop, account }: Customers,
  until: number,
): Promise<DebitEvidence> {
  const { store, network } = shop;
  const { results: agreements } = await store.agreements.list(
    shop.merchant,
    {},
    { limit: 10_000, offset: 0 },
  );
  const asked: TimeTravelObservations['asked'][number][] = [];
  const madeAt = new Map<string, number>();
  const firsts = new Set<string>();
  const brands = new Map<string, string | undefined>();
  const referencesOf = async (sessionId: Agreement['firstSessionId']) =>
    ((await store.transactions.find({ merchantId: shop.merchant, sessionId }))?.attempts ?? []).map(
      ({ referenceNumber }) => referenceNumber,
    );
  for (const agreement of agreements) {
    const { uuid, token, firstSessionId, autopay } = agreement;
    const card = await store.cards.find(agreement);
    brands.set(token, card?.brand);
    for (const reference of await referencesOf(firstSessionId)) firsts.add(reference);
    for (const cycle of autopay?.history ?? [])
      for (const one of cycle.tries)
        for (const reference of await referencesOf(one.sessionId)) {
          asked.push({ uuid, token: one.token, period: cycle.name, reference });
          madeAt.set(reference, one.at);
        }
  }
  const booked = await network.ledger(account);
  const paid = await network.payments(account);
  return {
    agreements,
    asked,
    firsts,
    ledger: booked.map(({ merchant_reference: reference, amount }) => ({ reference, amount })),
    payments: paid.flatMap(({ merchant_reference: reference, status, advice }) => {
      const at = madeAt.get(reference);
      return at === undefined ? [] : [{ reference, status, advice, at }];
    }),
    brandOf: (token) => brands.get(token),
    until,
  };
}

/** Money of the network's ledger of which our books know nothing. */
export function strangers({ ledger, asked, firsts }: DebitEvidence): readonly string[] {
  assert.ok(asked.length > 0, 'Nothing was charged.');
  const ours = new Set<string>(asked.map(({ reference }) => reference));
  return ledger
    .filter(({ reference }) => !ours.has(reference) && !firsts.has(reference))
    .map(({ reference, amount }) => `${reference} took ${amount}, and we know nothing of it.`);
}
