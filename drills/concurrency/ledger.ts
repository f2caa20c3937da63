import { verifyAgreements } from '../../admin/ledger/agreements.ts';
import { verify } from '../../admin/ledger/verify.ts';
import { verifyWallets } from '../../admin/ledger/wallets.ts';
import { wordsOf } from '../../admin/ledger/words.ts';
import type { DrillEnvironment } from '../chaos/environment.ts';
import type { Difference } from '../../domain/ledger/difference.ts';

/** How long what is just being kept may differ. */
const SETTLE_MS = 2000;

/** Whose books are compared. */
interface Compared extends Pick<DrillEnvironment, 'store'> {
  readonly network: Pick<DrillEnvironment['network'], 'name' | 'book'>;
}

/**
 * What the ledger, our documents, the wallets and the network's book do not agree about, all of them; an empty list when
 * they do. It takes longer when something differs, because that may just be being kept.
 */
export async function ledgerDifferences(
  { store, network }: Compared,
  settleMs = SETTLE_MS,
): Promise<readonly string[]> {
  const found: string[] = [];
  const tell = (difference: Difference) => found.push(wordsOf(difference));
  await verify({
    books: store,
    network: { ...network.book, gateway: network.name },
    tell,
    progress: () => undefined,
    settleMs,
  });
  await verifyWallets({ books: store, tell, settleMs });
  await verifyAgreements({ books: store, tell, settleMs });
  return found;
}
