import { setTimeout as pause } from 'node:timers/promises';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { agreementDifferences } from '../../domain/ledger/agreement-figures.ts';
import type { Difference } from '../../domain/ledger/difference.ts';
import type { Store } from '../../store/index.ts';

export interface AgreementVerification {
  readonly books: {
    readonly agreements: Pick<Store['agreements'], 'all' | 'find'>;
    readonly moneyViews: Pick<Store['moneyViews'], 'ofAgreement'>;
    readonly cards: Pick<Store['cards'], 'find'>;
  };
  readonly tell: (difference: Difference) => void;
  /** How long a charge under way gets to be kept everywhere, in milliseconds. */
  readonly settleMs: number;
}

/** How often a difference is looked at again, because it may be a charge that is just being kept. */
const SECOND_LOOKS = 20;

/** Compares agreements with their payments and cards. Every difference is told; gives how many there are. */
export async function verifyAgreements({
  books: { agreements, moneyViews, cards },
  tell,
  settleMs,
}: AgreementVerification): Promise<number> {
  let looks = SECOND_LOOKS;
  let differences = 0;
  const differing = async (agreement: Agreement) =>
    agreementDifferences(
      agreement,
      await moneyViews.ofAgreement(agreement),
      await cards.find(agreement),
    );
  for await (const agreement of agreements.all()) {
    let found = await differing(agreement);
    if (found.length > 0 && looks > 0) {
      looks -= 1;
      await pause(settleMs);
      found = await differing((await agreements.find(agreement)) ?? agreement);
    }
    differences += found.length;
    found.forEach(tell);
  }
  return differences;
}
