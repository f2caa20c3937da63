import type { Payload } from '@temporalio/common';
import Joi from 'joi';

/** Payloads as JSON: bytes are Base64 (Temporal's protocol for remote codecs). */
interface PayloadsBody {
  readonly payloads: {
    readonly metadata?: Readonly<Record<string, string>>;
    readonly data?: string;
  }[];
}

/** A page of the UI has some hundreds. */
const MOST = 5000;

const base64 = Joi.string().allow('').base64();

export const payloadsBody = Joi.object<PayloadsBody, true>({
  payloads: Joi.array()
    .items(Joi.object({ metadata: Joi.object().pattern(Joi.string(), base64), data: base64 }))
    .max(MOST)
    .required(),
});

export function readPayloads({ payloads }: PayloadsBody): Payload[] {
  return payloads.map(({ metadata = {}, data = '' }) => ({
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    data: Buffer.from(data, 'base64'),
  }));
}

export function presentPayloads(payloads: readonly Payload[]): PayloadsBody {
  return {
    payloads: payloads.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata ?? {}).map(([name, value]) => [name, toBase64(value)]),
      ),
      data: toBase64(data),
    })),
  };
}

function toBase64(bytes: Uint8Array | null | undefined): string {
  return Buffer.from(bytes ?? []).toString('base64');
}
