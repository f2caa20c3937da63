import type { Logger } from 'pino';
import type { MerchantId } from '../../domain/ids.ts';
import type { User } from '../../domain/user.ts';
import type { ApiKey } from '../../store/api-keys.ts';
import type { Store } from '../../store/index.ts';
import { livingKeys } from './keys.ts';
import { byPassword } from './passwords.ts';
import { signing, type Signing } from './signing.ts';
import { tokens, type OutsideIssuer, type Tokens } from './tokens.ts';

/** All ways to be known. Each gives nothing for what is not true, and never says why: that helps only who guesses. */
export interface Access {
  readonly byKey: (key: string) => Promise<ApiKey | undefined>;
  /** A person. Programs log in by client credentials. */
  readonly byPassword: (username: string, password: string) => Promise<User | undefined>;
  /** A program of a merchant. */
  readonly byClientSecret: (
    realm: MerchantId,
    clientId: string,
    secret: string,
  ) => Promise<User | undefined>;
  readonly byToken: Tokens['userOf'];
  readonly issueToken: Tokens['issue'];
  readonly publishedKeys: Signing['published'];
}

export interface AccessDeps {
  readonly store: Pick<Store, 'apiKeys' | 'users' | 'signingKeys'>;
  readonly logger: Logger;
  /** Waits at the stop for what nobody awaits. */
  readonly hold: (work: Promise<void>) => Promise<void>;
  readonly publicUrl: string;
  readonly outsideIssuers: readonly OutsideIssuer[];
}

export function accessOn({ store, logger, hold, publicUrl, outsideIssuers }: AccessDeps): Access {
  const keys = signing(store.signingKeys);
  const { issue, userOf } = tokens({
    signing: keys,
    users: store.users,
    publicUrl,
    outside: outsideIssuers,
  });
  const known = byPassword(store.users);
  return {
    byKey: livingKeys(store.apiKeys, (work) => {
      hold(work).catch((error: unknown) => {
        logger.warn({ err: error }, 'the use of a key was not recorded');
      });
    }),
    byPassword: async (username, password) => {
      const found = await known(username, password);
      return found?.user.active && !found.user.service ? found.user : undefined;
    },
    byClientSecret: async (realm, clientId, secret) => {
      const found = await known(clientId, secret);
      const isTheirs = found?.user.merchantId === realm && found.user.service;
      return isTheirs && found.user.active ? found.user : undefined;
    },
    byToken: userOf,
    issueToken: issue,
    publishedKeys: keys.published,
  };
}
