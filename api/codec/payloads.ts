import type { Payload } from '@temporalio/common';
import Joi from 'joi';
import { object, type ValueOf } from '../infer.ts';

/** A page of the UI has some hundreds. */
const MOST = 5000;

const base64 = Joi.string().allow('').base64();

/** Payloads as JSON: bytes are Base64 (Temporal's protocol for remote codecs). */
export const payloadsBody = object({
  payloads: Joi.array()
    .items(
      object({
        metadata: Joi.object<Readonly<Record<string, string>>>().pattern(Joi.string(), base64),
        data: base64,
      }),
    )
    .max(MOST)
    .required(),
});
type PayloadsBody = ValueOf<typeof payloadsBody>;

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
