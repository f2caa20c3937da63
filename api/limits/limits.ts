import type { RateLimitStore } from '../../store/rate-limits.ts';
import { limiter, type Limiter, type LimitRule } from './limiter.ts';
import { tries, type Tries } from './tries.ts';

const DAY = 24 * 60 * 60;

/** What is counted, for whom, and how much of it is allowed (contract/requests#rate-limits). */
export const LIMITS = {
  /** Requests of one key or user. */
  general: { points: 90_000, seconds: DAY },
  /** Failed authentications from one address; whose key was tried does not matter. */
  authentication: { points: 20, seconds: 5 * 60 },
  /**
   * Failed authentications for one prefix of keys or one username, from wherever; of a username nobody is stopped by it where they
   * were let in lately. More than one address may have in any such time (twice 20, as windows do not begin together), so that no
   * single one can lock somebody out.
   */
  credential: { points: 50, seconds: 5 * 60 },
  /** Wrong passwords for one name from one network: so many at once, then one more after waits of 1, 1, 2 and 4 minutes, until the window ends. */
  password: { points: 5, seconds: 16 * 60, waits: 'doubling' },
  /** Wrong codes of one person's second factor. */
  secondFactor: { points: 5, seconds: 15 * 60 },
  /** Mails with a link to a new password: asked for from one network of addresses. */
  reset: { points: 20, seconds: 60 * 60 },
  /** The same, for one person. */
  resetAccount: { points: 3, seconds: 60 * 60 },
  /** Mails about wrong passwords, to one person. */
  guessingMail: { points: 1, seconds: DAY },
  /** Ways to an issuer of single sign-on from one network of addresses. */
  singleSignOn: { points: 60, seconds: 5 * 60 },
  /** Changes of what protects one person's account: each of them, of one person. */
  protection: { points: 5, seconds: 15 * 60 },
  /** Messages to addresses that their payment does not name, of one key or user; of a person, those of their own words, too. */
  otherAddress: { points: 30, seconds: 60 * 60 },
  /** The same, of one payment. */
  otherAddressOfPayment: { points: 5, seconds: DAY },
  /** Messages of a program's own words to whomever it names, of one key or service account. */
  ownMessages: { points: 1000, seconds: 60 * 60 },
  /**
   * Requests by one public key from one address, whichever payments they name, or none: of many payers at once behind one address, of
   * whom each may have what `pages` allows.
   */
  publicKey: { points: 1200, seconds: 60 },
  /** Views of one payment's pages, of one short link or of one file from one address, and what is asked of it by a public key. */
  pages: { points: 60, seconds: 60 },
  /**
   * Looks at short links, QR codes, logos and attachments from one address, whichever: of many payers at once behind one address, of whom
   * each may have what `pages` allows; and who guesses names is stopped by it.
   */
  linksAndFiles: { points: 1200, seconds: 60 },
  /** Inquiries of one merchant for which a gateway may be asked. */
  inquiry: { points: 30, seconds: 60 },
  /** Downloads of reports, of one key or user. */
  downloads: { points: 25, seconds: 60 * 60 },
  /** Pages of lists that are searched, of one key or user. */
  search: { points: 120, seconds: 60 },
} as const satisfies Readonly<Record<string, LimitRule>>;

export type LimitName = keyof typeof LIMITS;
type TriesName = 'authentication' | 'credential' | 'password' | 'secondFactor';
export type Limits = Readonly<
  Record<Exclude<LimitName, TriesName>, Limiter> & Record<TriesName, Tries>
>;

/** A limiter for each, with the operator's own numbers where there are some. A count is waited for so long, in milliseconds. */
export function limitsOn(
  store: Pick<RateLimitStore, 'counter'>,
  own: Partial<Readonly<Record<LimitName, LimitRule>>>,
  waitMs: number,
): Limits {
  const counted = (name: LimitName) => {
    const limit: LimitRule = { ...LIMITS[name], ...own[name] };
    return [limit, store.counter({ name, ...limit, waitMs })] as const;
  };
  const one = (name: LimitName) => limiter(...counted(name));
  return {
    general: one('general'),
    authentication: tries(...counted('authentication')),
    credential: tries(...counted('credential')),
    password: tries(...counted('password')),
    secondFactor: tries(...counted('secondFactor')),
    reset: one('reset'),
    resetAccount: one('resetAccount'),
    guessingMail: one('guessingMail'),
    singleSignOn: one('singleSignOn'),
    protection: one('protection'),
    otherAddress: one('otherAddress'),
    otherAddressOfPayment: one('otherAddressOfPayment'),
    ownMessages: one('ownMessages'),
    publicKey: one('publicKey'),
    pages: one('pages'),
    linksAndFiles: one('linksAndFiles'),
    inquiry: one('inquiry'),
    downloads: one('downloads'),
    search: one('search'),
  };
}
