import type { Logger } from 'pino';
import type { MerchantId } from '../../domain/ids.ts';
import type { User } from '../../domain/user.ts';
import { type ApiKey, KEY_PREFIX_LENGTH } from '../../store/api-keys.ts';
import type { Store } from '../../store/index.ts';
import type { isPassword } from '../../store/password.ts';
import type { UserWithSecret } from '../../store/users.ts';
import type { Limits } from '../limits/limits.ts';
import { validKeys } from './keys.ts';
import { byPassword, type ProvedUser } from './passwords.ts';
import type { Prove } from './prove.ts';
import { secondFactorsOn, type SecondFactors } from './second-factor.ts';
import { signing, type Signing } from './signing.ts';
import { tokens, type OutsideIssuer, type Tokens } from './tokens.ts';

/**
 * All ways to be known. Each gives nothing for what is not true, and never says why: that helps only who guesses. Each is told
 * the network of addresses that asks, and throws 429 when there were too many wrong tries from it or for the same account (contract/logins#guessing).
 */
export interface Access {
  readonly byKey: (from: string, key: string) => Promise<ApiKey | undefined>;
  /** A person, of the realm if one is named. Service accounts log in by client credentials. */
  readonly byPassword: (
    from: string,
    username: string,
    password: string,
    realm?: MerchantId,
  ) => Promise<ProvedUser | undefined>;
  /** A service account of a merchant. */
  readonly byClientSecret: (
    from: string,
    realm: MerchantId,
    clientId: string,
    secret: string,
  ) => Promise<ProvedUser | undefined>;
  readonly byToken: (
    from: string,
    ...token: Parameters<Tokens['userOf']>
  ) => ReturnType<Tokens['userOf']>;
  /** What people have beside their password. */
  readonly secondFactors: SecondFactors;
  readonly issueToken: Tokens['issue'];
  readonly publishedKeys: Signing['published'];
}

export interface AccessDeps {
  readonly store: Pick<
    Store,
    'apiKeys' | 'users' | 'signingKeys' | 'secondFactors' | 'loginPlaces'
  >;
  readonly limits: Pick<Limits, 'secondFactor'>;
  readonly logger: Logger;
  readonly prove: Prove;
  /** Tells the person of a name that there were too many wrong passwords for it. */
  readonly warn: (guessed: {
    readonly username: string;
    readonly network: string;
  }) => Promise<void>;
  /** Waits at the stop for what nobody awaits. */
  readonly hold: (work: Promise<void>) => Promise<void>;
  readonly publicUrl: string;
  readonly outsideIssuers: readonly OutsideIssuer[];
  /** Whether a password is the one of a hash: argon2, where nothing is given. */
  readonly isPassword?: typeof isPassword;
}

export function accessOn({
  store,
  limits,
  logger,
  prove,
  warn,
  hold,
  publicUrl,
  outsideIssuers,
  isPassword: isRight,
}: AccessDeps): Access {
  const keys = signing(store.signingKeys);
  const { issue, userOf } = tokens({
    signing: keys,
    users: store.users,
    publicUrl,
    outside: outsideIssuers,
  });
  const known = byPassword(store.users, isRight);
  const valid = validKeys(store.apiKeys, (work) => {
    hold(work).catch((error: unknown) => {
      logger.warn({ err: error }, 'the use of a key was not recorded');
    });
  });
  /** Names are unique over all realms, and service accounts are users too: each way to guess a secret of theirs counts. */
  async function byName(
    from: string,
    username: string,
    secret: string,
    verify: () => Promise<UserWithSecret | undefined>,
  ): Promise<ProvedUser | undefined> {
    let merchantId: MerchantId | undefined;
    const noteLetIn = async () => {
      if (merchantId === undefined) return;
      await store.loginPlaces.letIn({ merchantId, username, network: from }, Date.now());
    };
    const owner = {
      isKnownThere: () => store.loginPlaces.isKnown(username, from),
      letIn: () => {
        hold(noteLetIn()).catch((error: unknown) => {
          logger.warn({ err: error }, 'where a password was right was not noted');
        });
      },
      stopped: () => {
        hold(warn({ username, network: from })).catch((error: unknown) => {
          logger.error({ err: error }, 'a person was not told of wrong passwords for their name');
        });
      },
    };
    const credential = ['user', username, secret];
    return prove({ from, account: `user:${username}`, owner, credential }, async () => {
      const right = await verify();
      merchantId = right?.user.merchantId;
      return right && { ...right.user, passwordSince: right.passwordSince };
    });
  }

  return {
    byKey: (from, key) =>
      prove(
        { from, account: `key:${key.slice(0, KEY_PREFIX_LENGTH)}`, credential: ['key', key] },
        () => valid(key),
      ),
    byPassword: (from, username, password, realm) => {
      const isLetIn = ({ merchantId, active, service }: User) =>
        active && !service && (realm === undefined || merchantId === realm);
      return byName(from, username, password, async () => {
        const found = await known(username, password, isLetIn);
        const normal = password.normalize('NFKC');
        // New ones are kept in this form; what an operator has set is kept as it was typed.
        return found ?? (normal === password ? found : known(username, normal, isLetIn));
      });
    },
    byClientSecret: (from, realm, clientId, secret) =>
      byName(from, clientId, secret, () =>
        known(
          clientId,
          secret,
          ({ merchantId, active, service }) => active && service && merchantId === realm,
        ),
      ),
    byToken: (from, token, serviceId) =>
      prove({ from, credential: ['token', token, serviceId] }, () => userOf(token, serviceId)),
    secondFactors: secondFactorsOn({ store, limits }),
    issueToken: issue,
    publishedKeys: keys.published,
  };
}
