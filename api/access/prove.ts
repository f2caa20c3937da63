import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Limits } from '../limits/limits.ts';
import { throttled } from '../limits/spend.ts';
import type { CountedTry, Tries } from '../limits/tries.ts';

/** What somebody sent to say who they are, as it is counted while it is wrong. */
export interface CredentialClaim {
  /** The network of addresses that it comes from. */
  readonly from: string;
  /** The prefix of a key or the name of a user; nothing where the credential does not say whose it is. */
  readonly account?: string;
  /** Of a name: its owner, whom nobody shall stop who guesses elsewhere. */
  readonly owner?: CredentialOwner;
  /** All that is verified, the secret included. */
  readonly credential: readonly string[];
}

/** Whose name it is, if anybody's (contract/logins#guessing). */
export interface CredentialOwner {
  /** Whether they were let in lately from the network of the claim. */
  readonly isKnownThere: () => Promise<boolean>;
  /** They were let in there just now. Not called for what is remembered as proved. */
  readonly letIn: () => void;
  /** There were too many wrong ones for the name, so that this one was not tried. */
  readonly stopped: () => void;
}

/**
 * Verifies a credential: gives what `verify` finds, or nothing. Throws 429 `throttled`, without verifying, when there were too
 * many wrong ones from this network, for this account, or for this name from this network.
 */
export type Prove = <T>(
  claim: CredentialClaim,
  verify: () => Promise<T | undefined>,
) => Promise<T | undefined>;

/** Credentials that a process remembers as proved; the one that was used longest ago goes first. */
const REMEMBERED = 10_000;

/**
 * A try is counted before it is verified and given back unless it was wrong, so a burst verifies no more than the limit.
 * A credential that was right lately in this process is not counted, so neither who guesses behind the same address nor
 * who guesses for the same account stops its holder; and it costs no round trip. It is verified all the same, so it counts
 * from the moment in which it is revoked.
 */
export function proving(limits: Pick<Limits, 'authentication' | 'credential' | 'password'>): Prove {
  // Under a key of this process's own, so that a dump of its memory has no hash that can be guessed quickly elsewhere.
  const secret = randomBytes(32);
  const proved = new Set<string>();
  const underWay = new Map<string, Promise<unknown>>();

  return async (claim, verify) => {
    const mark = createHmac('sha256', secret)
      .update(JSON.stringify(claim.credential))
      .digest('base64');
    // A program that starts sends many requests at once: the others wait for the first, and are not counted when it is right.
    const first = underWay.get(mark);
    if (first) await first.catch(() => undefined);
    if (!proved.delete(mark)) {
      const trying = counted(claim, mark, verify).finally(() => underWay.delete(mark));
      underWay.set(mark, trying);
      return trying;
    }
    remember(mark);
    const found = await verify();
    if (found !== undefined) return found;
    proved.delete(mark);
    await reserve(claim);
    return undefined;
  };

  function remember(mark: string): void {
    proved.add(mark);
    const [oldest] = proved;
    if (proved.size > REMEMBERED && oldest !== undefined) proved.delete(oldest);
  }

  async function counted<T>(
    claim: CredentialClaim,
    mark: string,
    verify: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const taken = await reserve(claim);
    let isWrong = false;
    try {
      const found = await verify();
      isWrong = found === undefined;
      if (!isWrong) {
        remember(mark);
        claim.owner?.letIn();
      }
      return found;
    } finally {
      if (!isWrong) await giveBack(taken);
    }
  }

  /** From the nearest to the widest: who is stopped by one of them uses up nothing of the next. */
  async function reserve(claim: CredentialClaim): Promise<readonly CountedTry[]> {
    const taken: CountedTry[] = [];
    try {
      for (const [limit, key, isStopped] of countsOf(claim)) {
        const one = await limit.reserve(key);
        taken.push(one);
        if (one.standing.isOver && (await isStopped())) {
          if (limit !== limits.authentication) claim.owner?.stopped();
          throw throttled(one.standing);
        }
      }
      return taken;
    } catch (error) {
      await giveBack(taken);
      throw error;
    }
  }

  /** What it is counted by, each with whether being over it stops this one. */
  function countsOf({ from, account, owner }: CredentialClaim) {
    const counts: [Tries, string, () => Promise<boolean>][] = [
      [limits.authentication, from, always],
    ];
    if (account === undefined) return counts;
    if (owner) counts.push([limits.password, hashOf(JSON.stringify([account, from])), always]);
    const isElsewhere = async () => !(await owner?.isKnownThere());
    counts.push([limits.credential, hashOf(account), isElsewhere]);
    return counts;
  }
}

async function always(): Promise<boolean> {
  return true;
}

async function giveBack(taken: readonly CountedTry[]): Promise<void> {
  await Promise.all(taken.map((one) => one.giveBack()));
}

/** What was typed as a name may be a password, so it is not written down in clear. */
function hashOf(account: string): string {
  return createHash('sha256').update(account, 'utf8').digest('base64url');
}
