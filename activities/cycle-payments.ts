import type { Cycle } from '../domain/agreement/autopay.ts';
import { faultsOfDebit, orderNoOf } from '../domain/agreement/debit.ts';
import type { Running } from '../domain/agreement/look.ts';
import {
  chargeOutcomeOf,
  removedOutcomeOf,
  restOf,
  type ChargeOutcome,
} from '../domain/agreement/outcome.ts';
import { isLate } from '../domain/begin-by.ts';
import { isFaultless } from '../domain/field-errors.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { RefusalNote } from '../domain/refusal.ts';
import { acceptanceOfCycles, open } from '../domain/transaction/open.ts';
import { isUnpaid } from '../domain/transaction/states.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { ActivityEngine } from '../engine/activity-engine.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { Store } from '../store/index.ts';
import type { ChargeOfTry, CyclePayments } from './cycle-ports.ts';
import { notThere, tooSlowToCharge } from './failures.ts';
import { freeReference } from './reference.ts';

type Stores = {
  readonly transactions: Pick<
    Store['transactions'],
    'find' | 'insert' | 'isTaken' | 'findByReference'
  >;
  readonly tombstones: Pick<Store['tombstones'], 'find'>;
  readonly merchants: Pick<Store['merchants'], 'find'>;
  readonly gatewayAccounts: Pick<Store['gatewayAccounts'], 'list'>;
};

/** The payments that cycles make: those that a merchant's server would make, with the same rules. */
export function cyclePayments(
  { transactions, tombstones, merchants, gatewayAccounts }: Stores,
  engine: Pick<ActivityEngine, 'submit' | 'expire'>,
): CyclePayments {
  return { charge, outcome, close, restUntil, isPossible };

  /**
   * The document first, under the session that was promised; then the charge, which begins its workflow, and whose attempt is
   * durable before the network hears of it. Whatever dies between, the next call goes on from there. Nothing begins after its
   * moment: another worker may have given the try up by then, when there was no payment that it could have closed.
   */
  async function charge(
    agreement: Running,
    cycle: Cycle,
    { sessionId, beginBy }: ChargeOfTry,
  ): Promise<ChargeOutcome> {
    const { merchantId, pgCode, token, terms, autopay } = agreement;
    const merchant = await merchants.find(merchantId);
    if (!merchant) throw notThere(`merchant ${merchantId}`);
    const known = await transactions.find({ merchantId, sessionId });
    const opened = known ?? (await openFor(agreement, { cycle, sessionId, merchant }));
    // The account was closed, or charges in another way now: nobody was asked for money.
    if (!opened) return 'error';
    if (isLate(beginBy, Date.now())) throw tooSlowToCharge(sessionId);
    const kept = await transactions.insert(opened);
    const referenceNumber = await freeReference(transactions, merchant, sessionId);
    const refused = await engine.submit(
      kept,
      {
        pgCode,
        referenceNumber,
        publicUrl: autopay.publicUrl,
        language: kept.language,
        channel: 'api',
        charge: { token, by: 'merchant', agreementId: terms.id, agreementUuid: agreement.uuid },
      },
      { requestId: `cycle:${referenceNumber}`, beginBy },
    );
    const stands = await outcome(agreement, sessionId);
    if (stands !== 'untried' || !refused) return stands;
    if (refused.code === 'too_late') throw tooSlowToCharge(sessionId);
    return withoutAttempt(refused);
  }

  async function outcome({ merchantId }: Running, sessionId: SessionId): Promise<ChargeOutcome> {
    const known = await transactions.find({ merchantId, sessionId });
    // In this order: what is removed is written there before it is gone here.
    const removed = known ? undefined : await tombstones.find({ merchantId, sessionId });
    return removed ? removedOutcomeOf(removed) : chargeOutcomeOf(known, Date.now());
  }

  async function close(agreement: Running, sessionId: SessionId): Promise<ChargeOutcome> {
    const { merchantId } = agreement;
    const known = await transactions.find({ merchantId, sessionId });
    if (known && isUnpaid(known.state)) await engine.expire(known);
    return outcome(agreement, sessionId);
  }

  async function restUntil(
    { merchantId }: Running,
    sessionId: SessionId,
  ): Promise<number | undefined> {
    const ref = { merchantId, sessionId };
    return restOf((await transactions.find(ref)) ?? (await tombstones.find(ref)));
  }

  async function isPossible(agreement: Running, cycle: Cycle): Promise<boolean> {
    const merchant = await merchants.find(agreement.merchantId);
    return merchant !== undefined && (await prospect(agreement, cycle, merchant)) !== undefined;
  }

  /** What a payment of the period is made from; undefined where its account takes none. */
  async function prospect(agreement: Running, { number }: Cycle, merchant: Merchant) {
    const { merchantId, pgCode, autopay, firstSessionId } = agreement;
    const accounts = await gatewayAccounts.list(merchantId);
    const first = await transactions.find({ merchantId, sessionId: firstSessionId });
    const orderNo = orderNoOf(agreement, number);
    const faults = faultsOfDebit(agreement, {
      type: first?.type ?? 'e_commerce',
      amount: autopay.amount,
      orderNo,
      context: { merchant, accounts, traitsOf: (slug) => gatewayFor(slug).traits, now: Date.now() },
    });
    const account = accounts.find(({ code }) => code === pgCode);
    return account && isFaultless(faults) ? { account, first, orderNo } : undefined;
  }

  async function openFor(
    agreement: Running,
    made: { readonly cycle: Cycle; readonly sessionId: SessionId; readonly merchant: Merchant },
  ): Promise<Transaction | undefined> {
    const { pgCode, customerId, terms, autopay } = agreement;
    const { cycle, sessionId, merchant } = made;
    const found = await prospect(agreement, cycle, merchant);
    if (!found) return undefined;
    const { account, first, orderNo } = found;
    const type = first?.type ?? 'e_commerce';
    const now = Date.now();
    return open(
      {
        sessionId,
        type,
        paymentType: 'auto_debit',
        agreement: terms,
        terms: {
          amount: autopay.amount,
          pgCodes: [pgCode],
          customer: { ...first?.customer, id: customerId },
          language: first?.language ?? 'en',
          orderNo,
          ...(first?.webhookUrl !== undefined && { webhookUrl: first.webhookUrl }),
          cardAcceptanceCriteria: acceptanceOfCycles({ ...first }),
        },
        now,
      },
      merchant,
      [{ account, traits: gatewayFor(account.gateway).traits }],
    );
  }
}

/** The payment itself has refused the charge, and no network was asked. */
function withoutAttempt({ code }: RefusalNote): ChargeOutcome {
  return code === 'card_expired' || code === 'cvv_required' ? 'hard' : 'error';
}
