import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A storage that speaks as much of S3 as `transports/s3-files.ts` needs, over HTTP and in memory: it verifies signature
 * version 4 with the hash of the body, and knows conditional writes. Against a real storage the same suite runs by
 * `SARRAF_TEST_S3` (`test/transports/files.test.ts`).
 */
export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** While true, every request is answered 503. */
  broken: boolean;
  readonly stop: () => Promise<void>;
}

interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
}

interface Reply {
  readonly status: number;
  readonly code?: string;
  readonly object?: StoredObject;
}

export async function startS3(bucket = 'sarraf-test'): Promise<S3Server> {
  const credentials = { accessKeyId: 'test-access', secretAccessKey: 'test-secret' };
  const objects = new Map<string, StoredObject>();
  const state = { broken: false };

  const serve = (request: IncomingMessage, body: Buffer): Reply => {
    if (state.broken) return { status: 503, code: 'ServiceUnavailable' };
    const fault = signatureFault(request, body, credentials);
    if (fault !== undefined) return { status: 403, code: fault };
    const { pathname } = new URL(request.url ?? '/', 'http://s3');
    const [, name, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    if (name !== bucket) return { status: 404, code: 'NoSuchBucket' };
    if (key === '') return { status: request.method === 'HEAD' ? 200 : 400 };
    const object = objects.get(key);
    if (request.method === 'GET' || request.method === 'HEAD')
      return object ? { status: 200, object } : { status: 404, code: 'NoSuchKey' };
    if (request.method !== 'PUT') return { status: 405, code: 'MethodNotAllowed' };
    if (object && request.headers['if-none-match'] === '*')
      return { status: 412, code: 'PreconditionFailed' };
    objects.set(key, { bytes: body, contentType: request.headers['content-type'] });
    return { status: 200 };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, code, object } = serve(request, await buffer(request));
    response.statusCode = status;
    if (object?.contentType !== undefined) response.setHeader('Content-Type', object.contentType);
    const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
    const body = object?.bytes ?? (code === undefined ? '' : xml);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    credentials,
    objects,
    get broken() {
      return state.broken;
    },
    set broken(is) {
      state.broken = is;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** What is wrong with a request's signature (AWS Signature Version 4); undefined when it is right. */
function signatureFault(
  { method = '', url = '/', headers }: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey }: S3Server['credentials'],
): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<scope>(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request), ?SignedHeaders=(?<signed>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/;
  const { groups } = pattern.exec(headers.authorization ?? '') ?? {};
  if (!groups) return 'AccessDenied';
  const { id, scope = '', day = '', region = '', signed = '', signature = '' } = groups;
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const told = String(headers['x-amz-content-sha256']);
  if (told !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const { pathname, searchParams } = new URL(url, 'http://s3');
  searchParams.sort();
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256'))
    return 'SignatureDoesNotMatch';
  const canonical = [
    method,
    pathname,
    [...searchParams]
      .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    told,
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    String(headers['x-amz-date']),
    scope,
    sha256(Buffer.from(canonical)),
  ].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  const right = createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'hex'))
    ? undefined
    : 'SignatureDoesNotMatch';
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
