import type { Agreement } from '../../domain/agreement/agreement.ts';
import { agreementDifferences } from '../../domain/ledger/agreement-figures.ts';
import type { Difference } from '../../domain/ledger/difference.ts';
import type { Store } from '../../store/index.ts';
import { secondLooks } from './second-looks.ts';

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

/** Compares agreements with their payments and cards. Every difference is told; gives how many there are. */
export async function verifyAgreements({
  books: { agreements, moneyViews, cards },
  tell,
  settleMs,
}: AgreementVerification): Promise<number> {
  const confirmed = secondLooks(settleMs);
  let differences = 0;
  const differing = async (agreement: Agreement) =>
    agreementDifferences(
      agreement,
      await moneyViews.ofAgreement(agreement),
      await cards.find(agreement),
    );
  for await (const agreement of agreements.all()) {
    const found = await confirmed(await differing(agreement), async () =>
      differing((await agreements.find(agreement)) ?? agreement),
    );
    differences += found.length;
    found.forEach(tell);
  }
  return differences;
}
