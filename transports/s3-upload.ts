import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';

/** Where an object goes, and what it is. */
interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
}

/** The least that S3 takes as a part is 5 MiB, and the most parts are 10,000: 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Writes an object whose length nobody knows yet, with one part of it in memory. What fits in one part is put at once. An
 * upload that breaks is taken back; one whose process died is the bucket's own rule to clear away (docs/operators.md).
 */
export async function uploadInParts(
  client: S3Client,
  target: Target,
  chunks: AsyncIterable<Uint8Array>,
  requestTimeout: number,
): Promise<number> {
  const patience = { requestTimeout };
  const parts = partsOf(chunks);
  const { value: first = Buffer.alloc(0) } = await parts.next();
  if (first.byteLength < PART_BYTES) {
    await client.send(new PutObjectCommand({ ...target, Body: first }), patience);
    return first.byteLength;
  }
  const { Bucket, Key } = target;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target), patience);
  const upload = { Bucket, Key, UploadId };
  try {
    const done: CompletedPart[] = [];
    let size = 0;
    for await (const Body of chained(first, parts)) {
      const PartNumber = done.length + 1;
      const { ETag } = await client.send(
        new UploadPartCommand({ ...upload, PartNumber, Body }),
        patience,
      );
      done.push({ PartNumber, ETag });
      size += Body.byteLength;
    }
    const MultipartUpload = { Parts: done };
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }), patience);
    return size;
  } catch (error) {
    // The reason counts, not whether what is half there could be taken back.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** The same bytes in pieces of the size of a part; the last one may be smaller. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.byteLength;
    while (size >= PART_BYTES) {
      const all = Buffer.concat(held);
      yield all.subarray(0, PART_BYTES);
      held = [all.subarray(PART_BYTES)];
      size -= PART_BYTES;
    }
  }
  if (size > 0) yield Buffer.concat(held);
}

async function* chained(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
