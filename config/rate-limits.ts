/** Requests, and the seconds in which that many are allowed. */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
}

/** The limits of the API that an operator may set. */
export const RATE_LIMIT_NAMES = [
  'general',
  'authentication',
  'credential',
  'password',
  'secondFactor',
  'reset',
  'resetAccount',
  'guessingMail',
  'singleSignOn',
  'protection',
  'otherAddress',
  'otherAddressOfPayment',
  'ownMessages',
  'publicKey',
  'pages',
  'linksAndFiles',
  'inquiry',
  'downloads',
  'search',
] as const;
export type RateLimitName = (typeof RATE_LIMIT_NAMES)[number];
export type RateLimits = Partial<Readonly<Record<RateLimitName, RateLimit>>>;

/** Reads `general=90000/86400,pages=60/60`. Throws when a name is unknown or comes twice, or a number is no limit. */
export function rateLimits(text: string): RateLimits {
  const limits = text.split(',').map((part) => {
    const [, given, points, seconds] =
      /^(\w+)=([1-9]\d{0,8})\/([1-9]\d{0,6})$/.exec(part.trim()) ?? [];
    if (given === undefined)
      throw new Error(`"${part.trim()}" is not "name=requests/seconds", such as pages=60/60`);
    const name = RATE_LIMIT_NAMES.find((known) => known === given);
    if (name === undefined)
      throw new Error(`there is no limit "${given}"; there are ${RATE_LIMIT_NAMES.join(', ')}`);
    return [name, { points: Number(points), seconds: Number(seconds) }] as const;
  });
  const names = new Set(limits.map(([name]) => name));
  if (names.size < limits.length) throw new Error('a limit is given twice');
  return Object.fromEntries(limits);
}
