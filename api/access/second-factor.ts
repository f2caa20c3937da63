import { Secret, TOTP } from 'otpauth';
import { createHmac, randomBytes } from 'node:crypto';
import { inLatin } from '../../domain/digits.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { User } from '../../domain/user.ts';
import type { SecondFactor, SecondFactorStore } from '../../store/second-factors.ts';
import type { UserStore } from '../../store/users.ts';
import type { Limits } from '../limits/limits.ts';
import { throttled } from '../limits/spend.ts';

/** What somebody shows their authenticator, once. */
export interface NewFactor {
  readonly secret: string;
  /** What the QR code says. */
  readonly url: string;
}

/** Of an authenticator, or in place of one. */
export type RightCode = 'code' | 'recovery-code';

/** The second factor of people: codes of an authenticator, and recovery codes in place of them (contract/logins#second-factor). */
export interface SecondFactors {
  /** Begins to set one up, a new one unless it is made already; it counts once a code of it was right. */
  readonly begin: (user: User, made?: NewFactor) => Promise<NewFactor>;
  /** The one that is being set up. */
  readonly pending: (user: User) => Promise<NewFactor | undefined>;
  /**
   * Gives the recovery codes, which are shown once; `is-on` where one counts and no other is being set up, nothing when the code is
   * wrong. Throws 429 after too many.
   */
  readonly confirm: (user: User, code: string) => Promise<readonly string[] | 'is-on' | undefined>;
  /** What the code is, where it is right: each one is, once. Throws 429 after too many wrong ones. */
  readonly accepts: (user: User, code: string) => Promise<RightCode | false>;
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
    const token = inLatin(code).replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return undefined;
    const timestamp = now();
    const delta = totpOf(secret).validate({ token, timestamp, window: WINDOW });
    return delta === null ? undefined : Math.floor(timestamp / 1000 / KIND.period) + delta;
  }

  async function counted<T>(user: User, attempt: () => Promise<T | undefined>) {
    const counted = await limits.secondFactor.reserve(`${user.merchantId}:${user.id}`);
    if (counted.standing.isOver) throw throttled(counted.standing);
    let isWrong = false;
    try {
      const found = await attempt();
      isWrong = found === undefined;
      return found;
    } finally {
      // A fault of ours says nothing of the code.
      if (!isWrong) await counted.giveBack();
    }
  }

  async function rightCode(user: User, code: string): Promise<RightCode | undefined> {
    const factor = await secondFactors.find(user);
    if (!factor) return undefined;
    const step = stepOf(factor.secret, code);
    if (step !== undefined)
      return (await secondFactors.take(user, step)) ? ('code' as const) : undefined;
    const typed = inLatin(code)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
    if (typed.length !== RECOVERY_LENGTH) return undefined;
    const isSpent = await secondFactors.spend(user, recoveryHash(factor, typed));
    return isSpent ? 'recovery-code' : undefined;
  }

  /** What the user's record says is what there is, also after two who changed it at the same time. */
  async function tellUsers(user: User): Promise<void> {
    for (;;) {
      const has = (await secondFactors.find(user)) !== undefined;
      await users.setSecondFactor(user.merchantId, user.username, has);
      if (((await secondFactors.find(user)) !== undefined) === has) return;
    }
  }

  return {
    begin: async (user, made) => {
      const factor = made ?? shownOf(user, new Secret({ size: SECRET_BYTES }));
      await secondFactors.begin(user, factor.secret);
      return factor;
    },
    pending: async (user) => {
      const pending = await secondFactors.pending(user);
      return pending && { secret: pending.secret, url: urlOf(user, pending.secret) };
    },
    confirm: (user, code) =>
      counted(user, async function confirmed(): Promise<readonly string[] | 'is-on' | undefined> {
        const pending = await secondFactors.pending(user);
        if (!pending) return (await secondFactors.find(user)) && 'is-on';
        const lastStep = stepOf(pending.secret, code);
        if (lastStep === undefined) return undefined;
        const codes = newCodes();
        const recovery = hashesOf(pending, codes);
        if (!(await secondFactors.confirm(user, pending, { lastStep, recovery })))
          return confirmed();
        await tellUsers(user);
        return codes;
      }),
    accepts: async (user, code) => (await counted(user, () => rightCode(user, code))) ?? false,
    left: async (user) => (await secondFactors.find(user))?.recovery.length ?? 0,
    renewRecovery: async (user) => {
      const factor = await secondFactors.find(user);
      const codes = newCodes();
      if (!factor || !(await secondFactors.setRecovery(user, factor, hashesOf(factor, codes))))
        throw new Refusal('invalid_state', 'You have no second factor. Set one up first.');
      return codes;
    },
    remove: async (user) => {
      const factor = await secondFactors.find(user);
      // First the record: who has no factor any more and is asked for one cannot log in.
      await users.setSecondFactor(user.merchantId, user.username, false);
      await secondFactors.remove(user, factor);
      await tellUsers(user);
    },
  };
}

/**
 * One that is made of what a login's browser holds, and nobody else knows: the same each time it is shown there, and kept nowhere
 * before it is set up. The login ends with that.
 */
export function factorOf(user: Pick<User, 'username'>, loginSecret: string): NewFactor {
  const made = createHmac('sha256', loginSecret).update('second factor').digest();
  const bytes = Uint8Array.from(made.subarray(0, SECRET_BYTES));
  return shownOf(user, new Secret({ buffer: bytes.buffer }));
}

function shownOf(user: Pick<User, 'username'>, { base32: secret }: Secret): NewFactor {
  return { secret, url: urlOf(user, secret) };
}

function totpOf(secret: string): TOTP {
  return new TOTP({ ...KIND, secret: Secret.fromBase32(secret) });
}

function urlOf({ username }: Pick<User, 'username'>, secret: string): string {
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

type Keyed = Pick<SecondFactor, 'secret'>;

function hashesOf(factor: Keyed, codes: readonly string[]): readonly string[] {
  return codes.map((code) => recoveryHash(factor, code.replace('-', '')));
}

/** Under the secret, which is sealed: who has the database alone cannot try codes, and who has both needs none. */
function recoveryHash({ secret }: Keyed, code: string): string {
  return createHmac('sha256', secret).update(`recovery:${code}`).digest('base64url');
}
