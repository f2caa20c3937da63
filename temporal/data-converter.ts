import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { payloadCodec, type PayloadKeys } from './codec.ts';

/** For the bundle of the workflows: they make failures themselves. */
export const failureConverterPath = fileURLToPath(
  new URL(`failure-converter${extname(import.meta.url)}`, import.meta.url),
);

/** The one way in which clients, workers and replays turn values into payloads and back: nothing leaves in clear. */
export function dataConverter(keys: PayloadKeys): DataConverter {
  return { failureConverterPath, payloadCodecs: [payloadCodec(keys)] };
}
