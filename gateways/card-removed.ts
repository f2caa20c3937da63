import type { ReferenceNumber } from '../domain/ids.ts';
import type { NetworkReport } from '../domain/transaction/network.ts';

/** The word on a charge of a card that its network does not keep any more: it is declined, not refused. */
export function cardRemoved(network: string, referenceNumber: ReferenceNumber): NetworkReport {
  return {
    step: 'report',
    report: {
      referenceNumber,
      outcome: { result: 'failed' },
      message: `${network} does not keep this card any more.`,
      decline: { code: 'card_removed', advice: 'hard' },
    },
  };
}
