import type { AgreementRef } from '../domain/agreement/agreement.ts';
import { refuseUnlessChargeable, type AgreementCharge } from '../domain/agreement/charge.ts';
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
}: {
  readonly agreements: Pick<Store['agreements'], 'find' | 'reserve' | 'release'>;
}) {
  return {
    /** Counts a charge before a gateway hears of it, or says why it is not allowed. */
    async reserveCharge({ uuid = '', ...charge }: ReserveCharge): Promise<ChargeReserved> {
      const { card, sessionId } = charge;
      const ref = { merchantId: card.merchantId, uuid };
      try {
        for (;;) {
          refuseUnlessChargeable({ ...charge, agreement: await agreements.find(ref) });
          const reserved = await agreements.reserve(ref, sessionId);
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
}
