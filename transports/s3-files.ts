import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import type { FileKey } from './file-key.ts';
import type { Files, StoredFile } from './files.ts';
import { uploadInParts } from './s3-upload.ts';

export interface S3Place {
  readonly kind: 's3';
  readonly bucket: string;
  /** Begins every key; ends in a slash, or is empty. */
  readonly prefix: string;
  readonly region: string;
  /** Left out for the storage of the region's own cloud. */
  readonly endpoint?: string;
  /** The bucket is a part of the path, not of the host: what most storages on premises need. */
  readonly pathStyle: boolean;
  /** Left out where the machine has a role of its own. */
  readonly credentials?: S3Credentials;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const CONNECT_MS = 2_000;

/** How long the storage may be silent before it is taken to be down, in milliseconds. Each request is tried twice. */
interface Patience {
  /** A payer or merchant waits. */
  readonly answerMs: number;
  /** Nobody waits for a report; a part of it is large, and a storage takes its time to put many parts together. */
  readonly writeMs: number;
}
const PATIENCE: Patience = { answerMs: 10_000, writeMs: 60_000 };

/** Files in a bucket of any storage that speaks S3 with signature version 4 and conditional writes. */
export function s3Files(
  { bucket, prefix, ...place }: S3Place,
  { answerMs, writeMs }: Patience = PATIENCE,
): Files {
  const client = clientFor(place, answerMs);
  const at = (key: FileKey) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  return {
    create: async (key, bytes, contentType) => {
      const file = { Body: bytes, ContentType: contentType, IfNoneMatch: '*' };
      try {
        await client.send(new PutObjectCommand({ ...at(key), ...file }));
        return true;
      } catch (error) {
        // What was written before the answer was given up is our own: nobody else knows the name.
        if (statusOf(error) === 412) return triesOf(error) > 1;
        // Somebody else is writing the same key at this moment.
        if (statusOf(error) === 409 && triesOf(error) === 1) return false;
        throw error;
      }
    },
    open: async (key): Promise<StoredFile | undefined> => {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(at(key)));
        if (!(Body instanceof Readable) || ContentLength === undefined)
          throw new TypeError('The storage answered without a file.');
        return { size: ContentLength, stream: Body };
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    },
    write: (key, chunks, contentType) =>
      uploadInParts(client, { ...at(key), ContentType: contentType }, chunks, writeMs),
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    handOver: async (key, { fileName, contentType, seconds }) => {
      const size = await sizeOf(key);
      if (size === undefined) return undefined;
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentDisposition: `attachment; filename="${fileName}"`,
        ResponseContentType: contentType,
      });
      return {
        kind: 'url',
        url: await getSignedUrl(client, command, { expiresIn: seconds }),
        size,
      };
    },
    ping: async () => {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
  };

  async function sizeOf(key: FileKey): Promise<number | undefined> {
    try {
      return (await client.send(new HeadObjectCommand(at(key)))).ContentLength;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }
}

function clientFor(
  { region, endpoint, pathStyle, credentials }: Omit<S3Place, 'bucket' | 'prefix'>,
  answerMs: number,
): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 2,
    // Otherwise every request carries a checksum that many compatible storages do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      // Without it the client only warns, and waits for ever.
      throwOnRequestTimeout: true,
    },
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  });
}

/** How often the client has asked before it gave this answer. */
function triesOf(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.attempts ?? 1) : 1;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
