import { hash, verify } from '@node-rs/argon2';

/** 19 MiB, two passes, one lane: what OWASP asks of argon2id, which is the package's own algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** So many are computed at a time, of the four threads that the process has for such work and for files and names. */
const AT_ONCE = 3;
/** So many wait for their turn: about a second. */
const MOST_WAITING = 100;

/** More passwords are being checked than can be soon. Nothing was done. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy';
}

let underWay = 0;
const waiting: (() => void)[] = [];

/** Does slow work when it is its turn. Rejects with `PasswordsBusy` when too many wait already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (underWay < AT_ONCE) underWay += 1;
  else {
    if (waiting.length >= MOST_WAITING) throw new PasswordsBusy('Too many passwords to check.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    // Who waits takes the place over, so that nobody who comes now is quicker.
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  }
}

/** How a password is kept: argon2id with a salt of its own, in PHC's text form. Rejects with `PasswordsBusy`. */
export function passwordHash(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * True when the password is the one of the hash. Without a hash it works as long and says false, so that nobody learns
 * from the time of an answer whether a user exists. Rejects with `PasswordsBusy`.
 */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const isRight = await inTurn(() => verify(kept ?? NOBODYS, password));
  return isRight && kept !== undefined;
}

/** At the cost above, of 32 random bytes that were thrown away. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$ovl4rKeqmAzqtw39qUJD6A$y3hbXLEucckYEifRaKk+otksCgQClyoj7aN9jLpFJKA';
