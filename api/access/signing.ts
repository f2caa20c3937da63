import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import { randomUUID } from 'node:crypto';
import type { PublishedKey, SigningKey, SigningKeyStore } from '../../store/signing-keys.ts';

export const SIGNING_ALGORITHM = 'RS256';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A key signs for so long; then a new one is made. */
const SIGNS_MS = 30 * DAY_MS;
/** Afterwards it is still published for so long, which is longer than any token lives. */
const PUBLISHED_MS = SIGNS_MS + DAY_MS;
/** What another process did to the keys is known here after so long at the latest. */
const FRESH_MS = 60_000;
/** Whoever sends tokens of unknown keys makes us look so often, not more. */
const LOOK_AGAIN_MS = 2000;

export interface Signing {
  /** The youngest key, made when there is none or the last one has signed for 30 days. */
  readonly current: () => Promise<{ readonly kid: string; readonly key: CryptoKey | Uint8Array }>;
  /** For jose: the public key that a token names. */
  readonly publicKey: JWTVerifyGetKey;
  /** All public keys, as they are published. */
  readonly published: () => Promise<readonly JWK[]>;
}

interface Loaded {
  readonly at: number;
  readonly keys: readonly PublishedKey[];
  readonly find: JWTVerifyGetKey;
}

/** The keys that sign access tokens: several are good at the same time, so that they change without a gap. */
export function signing(store: Pick<SigningKeyStore, 'add' | 'since' | 'privateJwk'>): Signing {
  let loaded: Loaded | undefined;
  let making: Promise<void> | undefined;
  let signer: { readonly kid: string; readonly key: CryptoKey | Uint8Array } | undefined;

  async function load(maxAgeMs: number): Promise<Loaded> {
    if (loaded && Date.now() - loaded.at < maxAgeMs) return loaded;
    const keys = await store.since(Date.now() - PUBLISHED_MS);
    loaded = { at: Date.now(), keys, find: createLocalJWKSet({ keys: keys.map(publicJwk) }) };
    return loaded;
  }

  async function make(): Promise<void> {
    await store.add(await newKey());
    await load(0);
  }

  async function youngest(): Promise<PublishedKey> {
    const [key] = (await load(FRESH_MS)).keys;
    if (key && Date.now() - key.createdAt < SIGNS_MS) return key;
    // Two processes may make one each at the same moment; both are good.
    making ??= make().finally(() => {
      making = undefined;
    });
    await making;
    return youngest();
  }

  async function current(): ReturnType<Signing['current']> {
    const { kid } = await youngest();
    if (signer?.kid === kid) return signer;
    const jwk = await store.privateJwk(kid);
    if (jwk === undefined) {
      // Somebody took it away since we looked.
      await load(0);
      return current();
    }
    signer = { kid, key: await importJWK(JSON.parse(jwk), SIGNING_ALGORITHM) };
    return signer;
  }

  return {
    current,
    publicKey: async (header, token) => {
      const { keys } = await load(FRESH_MS);
      const isKnown = keys.some(({ kid }) => kid === header.kid);
      return (await load(isKnown ? FRESH_MS : LOOK_AGAIN_MS)).find(header, token);
    },
    published: async () => {
      await youngest();
      return (await load(FRESH_MS)).keys.map(publicJwk);
    },
  };
}

function publicJwk(key: PublishedKey): JWK {
  return JSON.parse(key.publicJwk);
}

async function newKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const kid = randomUUID();
  const common = { kid, alg: SIGNING_ALGORITHM, use: 'sig' };
  return {
    kid,
    publicJwk: JSON.stringify({ ...(await exportJWK(publicKey)), ...common }),
    privateJwk: JSON.stringify({ ...(await exportJWK(privateKey)), ...common }),
    createdAt: Date.now(),
  };
}
