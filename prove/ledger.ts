import { networkBook } from '../admin/ledger/network-book.ts';
import { verify } from '../admin/ledger/verify.ts';
import { wordsOf } from '../admin/ledger/words.ts';
import type { Stage } from '../chaos/stage.ts';

/** How long what is just being kept may differ. */
const SETTLE_MS = 2000;

/** What the ledger, our documents and the network's book do not agree about, all of them; an empty list when they do. */
export async function ledgerDifferences({ store, run }: Stage): Promise<readonly string[]> {
  const found: string[] = [];
  await verify({
    books: store,
    network: networkBook(run.simulator),
    tell: (difference) => found.push(wordsOf(difference)),
    progress: () => undefined,
    settleMs: SETTLE_MS,
  });
  return found;
}
