import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';

const { Payload: WirePayload } = proto.temporal.api.common.v1;

export interface PayloadKey {
  /** Stands in clear beside what the key encrypted. */
  readonly id: string;
  /** Of 32 bytes, for AES-256. */
  readonly secret: KeyObject;
}

/** The first key encrypts, every one decrypts. */
export type PayloadKeys = readonly [PayloadKey, ...PayloadKey[]];

/** The metadata of an encrypted payload, all in clear. The names of the first two are customary among codecs. */
const ENCODING = 'encoding';
const KEY_ID = 'encryption-key-id';
/** The workflow that the payload was made for, so that the audit log can say whose data somebody looked at. */
const WORKFLOW_ID = 'workflow-id';
const ENCRYPTED = 'binary/encrypted';

/** NIST SP 800-38D: 96 bits of nonce, drawn anew for every payload, and a tag of 128 bits. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What we have encrypted and cannot decrypt: its key is not there, or it is not what was encrypted. */
export class UndecryptableError extends Error {
  override readonly name = 'UndecryptableError';
}

/**
 * Encrypts every payload, its own metadata included. What others wrote in clear stays readable. What we encrypted and
 * cannot decrypt is an `UndecryptableError`: of a key that is not there, which it names, or of a payload that somebody changed.
 */
export function payloadCodec(keys: PayloadKeys): PayloadCodec {
  return {
    encode: async (payloads, context) =>
      payloads.map((payload) => encrypted(payload, keys[0], context?.workflowId)),
    decode: async (payloads) => payloads.map((payload) => decrypted(payload, keys)),
  };
}

export function isEncrypted({ metadata }: Payload): boolean {
  return textOf(metadata, ENCODING) === ENCRYPTED;
}

/** The workflow for which a payload was encrypted, if it says so. True for certain once the payload was decrypted. */
export function workflowOf({ metadata }: Payload): string | undefined {
  return textOf(metadata, WORKFLOW_ID);
}

function encrypted(payload: Payload, key: PayloadKey, workflowId: string | undefined): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.secret, nonce);
  cipher.setAAD(bound(key.id, workflowId));
  const plain = WirePayload.encode(payload).finish();
  const text = [cipher.update(plain), cipher.final()];
  return {
    metadata: {
      [ENCODING]: Buffer.from(ENCRYPTED),
      [KEY_ID]: Buffer.from(key.id),
      ...(workflowId !== undefined && { [WORKFLOW_ID]: Buffer.from(workflowId) }),
    },
    data: Buffer.concat([nonce, ...text, cipher.getAuthTag()]),
  };
}

function decrypted(payload: Payload, keys: PayloadKeys): Payload {
  if (!isEncrypted(payload)) return payload;
  const id = textOf(payload.metadata, KEY_ID);
  const key = keys.find((one) => one.id === id);
  if (!key)
    throw new UndecryptableError(
      `A payload is encrypted with the key "${id}", which SARRAF_PAYLOAD_KEYS does not hold. Put it back, behind the first one. Where it cannot be had any more: docs/operators.md, "A payload key that is lost for good".`,
    );
  const data = payload.data ?? new Uint8Array();
  try {
    const decipher = createDecipheriv(CIPHER, key.secret, data.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(bound(key.id, workflowOf(payload)));
    decipher.setAuthTag(data.subarray(-TAG_BYTES));
    const text = decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES));
    const plain = Buffer.concat([text, decipher.final()]);
    return WirePayload.decode(plain);
  } catch (cause) {
    throw new UndecryptableError(
      `A payload was changed after it was encrypted, or the key "${id}" is another one than it was.`,
      { cause },
    );
  }
}

/** What the tag vouches for beside the data, so that nobody passes a payload off as another workflow's. */
function bound(keyId: string, workflowId: string | undefined): Uint8Array {
  return Buffer.from(JSON.stringify([keyId, workflowId ?? null]));
}

function textOf(metadata: Payload['metadata'], name: string): string | undefined {
  const value = metadata?.[name];
  return value ? Buffer.from(value).toString() : undefined;
}
