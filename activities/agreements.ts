import type { Agreement, AgreementRef } from '../domain/agreement/agreement.ts';
import { refuseUnlessChargeable, type AgreementCharge } from '../domain/agreement/charge.ts';
import { chargesBefore } from '../domain/agreement/strict.ts';
import type { SessionId } from '../domain/ids.ts';
import { Refusal, refusalNote, type RefusalNote } from '../domain/refusal.ts';
import type { Store } from '../store/index.ts';

/** A merchant is about to charge an agreement; without a uuid it has named none that there is. */
export interface ReserveCharge extends Pick<AgreementCharge, 'card' | 'amount' | 'now' | 'isNew'> {
  readonly sessionId: SessionId;
  readonly uuid?: string;
}

/** Empty when the charge is counted from now on. */
export interface ChargeReserved {
  readonly refused?: RefusalNote;
}

export interface ReleaseCharge extends AgreementRef {
  readonly sessionId: SessionId;
}

/** Charges by agreements. All of it is safe to repeat: a session is counted once. */
export function agreementActivities({
  agreements,
  merchants,
  transactions,
  clocks,
}: {
  readonly agreements: Pick<Store['agreements'], 'find' | 'reserve' | 'release'>;
  readonly merchants: Pick<Store['merchants'], 'find'>;
  readonly transactions: Pick<Store['transactions'], 'byAgreement'>;
  readonly clocks: Pick<Store['clocks'], 'ahead'>;
}) {
  return {
    /**
     * Counts a charge before a gateway hears of it, or says why it is not allowed. A strict merchant's is counted on top of the version
     * that was looked at only: of two at the same time the second one sees the first.
     */
    async reserveCharge({ uuid = '', ...charge }: ReserveCharge): Promise<ChargeReserved> {
      const { card, sessionId } = charge;
      const ref = { merchantId: card.merchantId, uuid };
      try {
        for (;;) {
          const agreement = await agreements.find(ref);
          const strict = agreement && (await strictly(agreement, charge.now));
          refuseUnlessChargeable({ ...charge, ...strict, agreement });
          const reserved = await agreements.reserve(ref, sessionId, strict && agreement?.version);
          if (reserved === 'reserved' || reserved === 'held') return {};
          // Somebody else has changed it in between: looked at again, it says why.
        }
      } catch (error) {
        if (error instanceof Refusal) return { refused: refusalNote(error) };
        throw error;
      }
    },

    /** The charge is not made after all. */
    async releaseCharge({ sessionId, ...ref }: ReleaseCharge): Promise<void> {
      await agreements.release(ref, sessionId);
    },
  };

  /** What a strict merchant's agreement is held to, and when, by the merchant's clock; undefined where the merchant is not strict. */
  async function strictly(
    agreement: Agreement,
    ours: number,
  ): Promise<Required<Pick<AgreementCharge, 'now' | 'strictly'>> | undefined> {
    const { merchantId } = agreement;
    if (!(await merchants.find(merchantId))?.strictAgreements) return undefined;
    const [payments, ahead] = await Promise.all([
      transactions.byAgreement(agreement),
      clocks.ahead(merchantId),
    ]);
    const now = ours + ahead;
    return { now, strictly: chargesBefore(agreement, payments, now) };
  }
}
