import { hash, verify } from '@node-rs/argon2';
import { fewAtOnce } from './few-at-once.ts';

/** 19 MiB, two passes, one lane: what OWASP asks of argon2id, which is the package's own algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** More passwords are being checked than can be soon. Nothing was done. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy';
}

/** Of the four threads that the process has for such work and for files and names; about a second of work waits. */
const inTurn = fewAtOnce({
  atOnce: 3,
  mostWaiting: 100,
  busy: () => new PasswordsBusy('Too many passwords to check.'),
});

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
