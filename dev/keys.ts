import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyRing } from '../config/key-ring.ts';
import type { StoreKeys } from '../store/index.ts';

/** The sandbox merchant's keys, and the one between us and the simulator. */
export interface MerchantKeys {
  readonly private: string;
  readonly public: string;
  readonly webhook: string;
  /** Signs and opens everything between us and the simulator. */
  readonly gateway: string;
}

/** Who works for the sandbox merchant. */
export const SANDBOX_USERS = ['maker', 'checker', 'admin'] as const;
export type SandboxUser = (typeof SANDBOX_USERS)[number];
export type Passwords = Readonly<Record<SandboxUser, string>>;

/** Both as "id:base64,id:base64": the first encrypts, every one decrypts. */
export interface EncryptionKeys {
  /** Of what Temporal keeps: `SARRAF_PAYLOAD_KEYS`. */
  readonly payloads: string;
  /** Of the secrets in MongoDB: `SARRAF_STORAGE_KEYS`. */
  readonly storage: string;
  /** By which documents are found: `SARRAF_SEARCH_KEYS`. */
  readonly search: string;
}

interface KeyFile extends MerchantKeys {
  readonly users: Passwords;
  readonly encryption: EncryptionKeys;
}

/**
 * The keys that the data were written with, from `keys.json` of the data directory. They are made once, for a directory
 * without data. Fails when there are data and no keys for them: new ones would read nothing of it.
 */
export function encryptionKeys(dataDir: string): EncryptionKeys {
  return keyFile(dataDir).encryption;
}

/** As above: what the store needs of them. */
export function storeKeys(dataDir: string): StoreKeys {
  const { storage, search } = encryptionKeys(dataDir);
  return { storage: keyRing(storage), search: keyRing(search) };
}

/** As above: the keys of the sandbox merchant. */
export function merchantKeys(dataDir: string): MerchantKeys {
  return keyFile(dataDir);
}

/** As above: the passwords of the sandbox merchant's people. */
export function userPasswords(dataDir: string): Passwords {
  return keyFile(dataDir).users;
}

/** Whether there is a file of keys in the data directory, readable or not. */
export function hasKeys(dataDir: string): boolean {
  return existsSync(fileIn(dataDir));
}

const fileIn = (dataDir: string) => join(dataDir, 'keys.json');

function keyFile(dataDir: string): KeyFile {
  const file = fileIn(dataDir);
  if (existsSync(file)) {
    const { users, encryption, ...keys } = read(file);
    const { search } = encryption;
    if (users !== undefined && search !== undefined)
      return { ...keys, users, encryption: { ...encryption, search } };
    return write(file, {
      ...keys,
      users: users ?? newPasswords(),
      encryption: { ...encryption, search: search ?? newEncryptionKey() },
    });
  }
  if (hasData(dataDir)) throw lost(file, 'it is not there');
  return write(file, newKeys());
}

function write(file: string, keys: KeyFile): KeyFile {
  // In one step, for half a file would be a lost key; readable by its owner only.
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return keys;
}

/** What files of older days do not have yet opens no data, so it can be made anew. */
interface OlderKeyFile extends MerchantKeys {
  readonly users?: Passwords;
  readonly encryption: Omit<EncryptionKeys, 'search'> & Partial<Pick<EncryptionKeys, 'search'>>;
}

function read(file: string): OlderKeyFile {
  try {
    const kept: Partial<OlderKeyFile> = JSON.parse(readFileSync(file, 'utf8'));
    const { private: privateKey, public: publicKey, webhook, gateway, encryption, users } = kept;
    const { payloads, storage, search } = encryption ?? {};
    if (privateKey && publicKey && webhook && gateway && payloads && storage)
      return {
        private: privateKey,
        public: publicKey,
        webhook,
        gateway,
        encryption: { payloads, storage, ...(search && { search }) },
        ...(users?.maker && users.checker && users.admin && { users }),
      };
  } catch {
    throw lost(file, 'it is no JSON');
  }
  throw lost(file, 'a key is missing in it');
}

/** What MongoDB and Temporal leave in the directory. */
function hasData(dataDir: string): boolean {
  return ['mongodb', 'temporal.sqlite'].some((name) => existsSync(join(dataDir, name)));
}

function lost(file: string, why: string): Error {
  return new Error(
    `The data beside ${file} cannot be read without the keys in that file, and ${why}. ` +
      'Put the file back from your backup. Without one the data are lost: `npm start -- --fresh` empties the ' +
      'directory and begins anew.',
  );
}

function newKeys(): KeyFile {
  return {
    private: `${hex(4)}.${hex(16)}`,
    public: hex(20),
    webhook: `whk_${hex(16)}`,
    gateway: hex(16),
    encryption: {
      payloads: newEncryptionKey(),
      storage: newEncryptionKey(),
      search: newEncryptionKey(),
    },
    users: newPasswords(),
  };
}

function newPasswords(): Passwords {
  return { maker: hex(12), checker: hex(12), admin: hex(12) };
}

/** Each has an id of its own, so that data of another directory are told apart by it. */
export function newEncryptionKey(): string {
  return `local-${hex(4)}:${randomBytes(32).toString('base64')}`;
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
