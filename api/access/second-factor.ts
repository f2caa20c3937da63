import { Secret, TOTP } from 'otpauth';
import { randomBytes } from 'node:crypto';
import type { User } from '../../domain/user.ts';
import { isPassword, passwordHash } from '../../store/password.ts';
import type { SecondFactorStore } from '../../store/second-factors.ts';
import type { UserStore } from '../../store/users.ts';
import type { Limits } from '../limits/limits.ts';
import { throttled } from '../limits/spend.ts';

/** What somebody shows their authenticator, once. */
export interface NewFactor {
  readonly secret: string;
  /** What the QR code says. */
  readonly url: string;
}

/** The second factor of people: codes of an authenticator, and recovery codes in place of them (contract/logins#second-factor). */
export interface SecondFactors {
  /** Begins to set one up; it counts once a code of it was right. */
  readonly begin: (user: User) => Promise<NewFactor>;
  /** The one that is being set up. */
  readonly pending: (user: User) => Promise<NewFactor | undefined>;
  /** Gives the recovery codes, which are shown once; nothing when the code is wrong. Throws 429 after too many. */
  readonly confirm: (user: User, code: string) => Promise<readonly string[] | undefined>;
  /** Whether the code is right: each one is, once. Throws 429 after too many wrong ones. */
  readonly accepts: (user: User, code: string) => Promise<boolean>;
  /** How many recovery codes are left. */
  readonly left: (user: User) => Promise<number>;
  readonly renewRecovery: (user: User) => Promise<readonly string[]>;
  readonly remove: (user: User) => Promise<void>;
}

export interface SecondFactorDeps {
  readonly store: {
    readonly secondFactors: SecondFactorStore;
    readonly users: Pick<UserStore, 'setSecondFactor'>;
  };
  readonly limits: Pick<Limits, 'secondFactor'>;
  readonly now?: () => number;
}

/** RFC 6238 as every authenticator has it. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const ISSUER = 'Sarraf';
/** Steps before and after the one of now, for clocks that differ. */
const WINDOW = 1;
/** RFC 4226, 4: as long as the hash. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Letters and digits of which none looks like another: 5 bits each, 10 of them 50. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz234567890';

export function secondFactorsOn({
  store: { secondFactors, users },
  limits,
  now = Date.now,
}: SecondFactorDeps): SecondFactors {
  /** The step of a right code; nothing for a wrong one. */
  function stepOf(secret: string, code: string): number | undefined {
    const token = code.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return undefined;
    const timestamp = now();
    const delta = totpOf(secret).validate({ token, timestamp, window: WINDOW });
    return delta === null ? undefined : Math.floor(timestamp / 1000 / KIND.period) + delta;
  }

  async function counted<T>(user: User, attempt: () => Promise<T | undefined>) {
    const counted = await limits.secondFactor.reserve(`${user.merchantId}:${user.id}`);
    if (counted.standing.isOver) throw throttled(counted.standing);
    const found = await attempt();
    if (found !== undefined) await counted.giveBack();
    return found;
  }

  async function isRight(user: User, code: string): Promise<true | undefined> {
    const factor = await secondFactors.find(user);
    if (!factor) return undefined;
    const step = stepOf(factor.secret, code);
    if (step !== undefined) return (await secondFactors.take(user, step)) || undefined;
    const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    if (typed.length !== RECOVERY_LENGTH) return undefined;
    for (const hash of factor.recovery)
      if (await isPassword(typed, hash))
        return (await secondFactors.spend(user, hash)) || undefined;
    return undefined;
  }

  return {
    begin: async (user) => {
      const secret = new Secret({ size: SECRET_BYTES }).base32;
      await secondFactors.begin(user, secret);
      return { secret, url: urlOf(user, secret) };
    },
    pending: async (user) => {
      const secret = await secondFactors.pending(user);
      return secret === undefined ? undefined : { secret, url: urlOf(user, secret) };
    },
    confirm: (user, code) =>
      counted(user, async () => {
        const secret = await secondFactors.pending(user);
        const step = secret === undefined ? undefined : stepOf(secret, code);
        if (secret === undefined || step === undefined) return undefined;
        const codes = newCodes();
        const recovery = await hashesOf(codes);
        await secondFactors.confirm(user, { secret, lastStep: step, recovery });
        await users.setSecondFactor(user.merchantId, user.username, true);
        return codes;
      }),
    accepts: async (user, code) => (await counted(user, () => isRight(user, code))) === true,
    left: async (user) => (await secondFactors.find(user))?.recovery.length ?? 0,
    renewRecovery: async (user) => {
      const codes = newCodes();
      await secondFactors.setRecovery(user, await hashesOf(codes));
      return codes;
    },
    remove: async (user) => {
      await users.setSecondFactor(user.merchantId, user.username, false);
      await secondFactors.remove(user);
    },
  };
}

function totpOf(secret: string): TOTP {
  return new TOTP({ ...KIND, secret: Secret.fromBase32(secret) });
}

function urlOf({ username }: User, secret: string): string {
  return new TOTP({
    ...KIND,
    issuer: ISSUER,
    label: username,
    secret: Secret.fromBase32(secret),
  }).toString();
}

const RECOVERY_LENGTH = 10;

/** As people read them: `abcde-fghjk`. */
function newCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % 32]);
    return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
  });
}

/** One after the other: ten at once would stop the process from hashing for others. */
async function hashesOf(codes: readonly string[]): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await passwordHash(code.replace('-', '')));
  return hashes;
}
