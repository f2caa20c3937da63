import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

export interface StorageKey {
  /** Stands in clear in front of what the key sealed. */
  readonly id: string;
  /** Of 32 bytes, for AES-256. */
  readonly secret: KeyObject;
}

/** The first key seals, every one opens. */
export type StorageKeys = readonly [StorageKey, ...StorageKey[]];

/** Where a sealed text stands: moved to another place, it does not open. */
export interface SealedPlace {
  readonly collection: string;
  /** What identifies the record, as often as its parts are. */
  readonly record: readonly string[];
  readonly field: string;
}

/** A sealed text that cannot be opened: its key is not there, or it is not what was sealed for its place. */
export class UnopenableError extends Error {
  override readonly name = 'UnopenableError';
}

/** A secret as it is kept. */
export interface SealedSecret {
  readonly sealed: string;
  /** Throws an `UnopenableError`. */
  readonly open: () => string;
}

export interface Sealer {
  /** Encrypts a text for its place: `<id of the key>.<base64url>`. */
  readonly seal: (place: SealedPlace, text: string) => string;
  /** Throws an `UnopenableError` when the key is not there, which it names, and when the text was changed or comes from elsewhere. */
  readonly open: (place: SealedPlace, sealed: string) => string;
  /** The same, sealed with the first key; nothing when it is so already, and when it cannot be opened: `leave` hears of that. */
  readonly renew: (place: SealedPlace, sealed: string, leave: Leave) => string | undefined;
}

/** Hears of what stays as it is, because it cannot be opened. It may hear of one twice. */
export type Leave = (error: UnopenableError) => void;

const CIPHER = 'aes-256-gcm';
/** NIST SP 800-38D: 96 bits of nonce, drawn anew for every text, and a tag of 128 bits. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets at rest with AES-256-GCM. */
export function sealer(keys: StorageKeys): Sealer {
  const [current] = keys;

  const seal: Sealer['seal'] = (place, text) => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, current.secret, nonce);
    cipher.setAAD(bound(place, current.id));
    const body = [cipher.update(text, 'utf8'), cipher.final()];
    const bytes = Buffer.concat([nonce, ...body, cipher.getAuthTag()]);
    return `${current.id}.${bytes.toString('base64url')}`;
  };
  const open: Sealer['open'] = (place, sealed) => {
    const [id = '', encoded = ''] = sealed.split('.');
    const key = keys.find((one) => one.id === id);
    if (!key) throw new UnopenableError(`${nameOf(place)} ${withoutKey(sealed)}`);
    try {
      return opened(Buffer.from(encoded, 'base64url'), key, bound(place, id));
    } catch (cause) {
      throw new UnopenableError(
        `${nameOf(place)} was changed or moved after it was sealed, or the key "${id}" is another one than it was.`,
        { cause },
      );
    }
  };
  return {
    seal,
    open,
    renew(place, sealed, leave) {
      if (sealed.startsWith(`${current.id}.`)) return undefined;
      try {
        return seal(place, open(place, sealed));
      } catch (error) {
        // A key that is lost for good must not keep what is behind it under a key that is about to go.
        if (!(error instanceof UnopenableError)) throw error;
        leave(error);
        return undefined;
      }
    },
  };
}

function opened(bytes: Buffer, key: StorageKey, aad: Uint8Array): string {
  const decipher = createDecipheriv(CIPHER, key.secret, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(aad);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString('utf8');
}

function bound({ collection, record, field }: SealedPlace, keyId: string): Uint8Array {
  return Buffer.from(JSON.stringify([collection, record, field, keyId]));
}

function nameOf({ collection, record, field }: SealedPlace): string {
  return `The ${field} of ${record.join('/')} in ${collection}`;
}

/** A key's id has no dot, so that what is not sealed at all is not shown: it may be the secret itself. */
function withoutKey(sealed: string): string {
  const [, id] = /^([A-Za-z0-9_-]{1,40})\.[A-Za-z0-9_-]{38,}$/.exec(sealed) ?? [];
  return id === undefined
    ? 'is not sealed. Write it again with its secret.'
    : `is sealed with the key "${id}", which SARRAF_STORAGE_KEYS does not hold. Put it back, behind the first one.`;
}
