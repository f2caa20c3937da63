import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { loopbackUrl } from './listening.ts';

/**
 * A storage that speaks as much of S3 as `transports/s3-files.ts` needs, over HTTP and in memory: it verifies signature
 * version 4 with the hash of the body, or in the address, and knows conditional writes and uploads in parts. Against a real storage the same suite runs by
 * `SARRAF_TEST_S3` (`test/transports/files.test.ts`).
 */
export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** Uploads in parts that are neither complete nor taken back. */
  readonly uploads: ReadonlyMap<string, ReadonlyMap<number, Buffer>>;
  /** While true, every request is answered 503. */
  broken: boolean;
  /** How long every answer takes, in milliseconds; a test is over before long ones come. */
  delayMs: number;
  /** How long the next answer takes to what is done at once; then 0 again. */
  nextAnswerMs: number;
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
  readonly xml?: string;
  readonly etag?: string;
}

export async function startS3(bucket = 'sarraf-test'): Promise<S3Server> {
  const credentials = { accessKeyId: 'test-access', secretAccessKey: 'test-secret' };
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const state = { broken: false, delayMs: 0, nextAnswerMs: 0 };

  const serve = (request: IncomingMessage, body: Buffer): Reply => {
    if (state.broken) return { status: 503, code: 'ServiceUnavailable' };
    const fault = signatureFault(request, body, credentials);
    if (fault !== undefined) return { status: 403, code: fault };
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const [, name, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    if (name !== bucket) return { status: 404, code: 'NoSuchBucket' };
    if (key === '') return { status: request.method === 'HEAD' ? 200 : 400 };
    const object = objects.get(key);
    if (request.method === 'DELETE' && !searchParams.has('uploadId')) {
      objects.delete(key);
      return { status: 204 };
    }
    if (searchParams.has('uploads') || searchParams.has('uploadId'))
      return inParts(request, { key, searchParams, body });
    if (request.method === 'GET' || request.method === 'HEAD')
      return object ? { status: 200, object } : { status: 404, code: 'NoSuchKey' };
    if (request.method !== 'PUT') return { status: 405, code: 'MethodNotAllowed' };
    if (object && request.headers['if-none-match'] === '*')
      return { status: 412, code: 'PreconditionFailed' };
    objects.set(key, { bytes: body, contentType: request.headers['content-type'] });
    return { status: 200 };
  };

  /** Create, part, complete and abort of an upload in parts. */
  const inParts = (
    { method, headers }: IncomingMessage,
    about: { readonly key: string; readonly searchParams: URLSearchParams; readonly body: Buffer },
  ): Reply => {
    const { key, searchParams, body } = about;
    if (searchParams.has('uploads')) {
      const id = `upload-${uploads.size + 1} ${headers['content-type'] ?? ''}`;
      uploads.set(id, new Map());
      const xml = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
      return { status: 200, xml };
    }
    const id = searchParams.get('uploadId') ?? '';
    const parts = uploads.get(id);
    if (!parts) return { status: 404, code: 'NoSuchUpload' };
    if (method === 'PUT') {
      parts.set(Number(searchParams.get('partNumber')), body);
      return { status: 200, etag: `"${sha256(body)}"` };
    }
    uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const numbers = [...parts.keys()].toSorted((one, other) => one - other);
    const all = numbers.map((number) => parts.get(number) ?? Buffer.alloc(0));
    if (all.slice(0, -1).some(({ byteLength }) => byteLength < 5 * 1024 * 1024))
      return { status: 400, code: 'EntityTooSmall' };
    objects.set(key, { bytes: Buffer.concat(all), contentType: id.split(' ')[1] });
    return { status: 200, xml: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await buffer(request);
    await setTimeout(state.delayMs, undefined, { ref: false });
    const { status, code, object, xml: told, etag } = serve(request, sent);
    const { nextAnswerMs } = state;
    state.nextAnswerMs = 0;
    await setTimeout(nextAnswerMs, undefined, { ref: false });
    response.statusCode = status;
    if (etag !== undefined) response.setHeader('ETag', etag);
    if (object?.contentType !== undefined) response.setHeader('Content-Type', object.contentType);
    const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
    const body = object?.bytes ?? told ?? (code === undefined ? '' : xml);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  const endpoint = await loopbackUrl(server);
  return {
    endpoint,
    bucket,
    credentials,
    objects,
    uploads,
    get broken() {
      return state.broken;
    },
    set broken(is) {
      state.broken = is;
    },
    get delayMs() {
      return state.delayMs;
    },
    set delayMs(is) {
      state.delayMs = is;
    },
    get nextAnswerMs() {
      return state.nextAnswerMs;
    },
    set nextAnswerMs(is) {
      state.nextAnswerMs = is;
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
  if (url.includes('X-Amz-Signature='))
    return addressFault({ method, url, headers }, secretAccessKey);
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
    [...searchParams].map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    told,
  ].join('\n');
  const at = { date: String(headers['x-amz-date']), scope, day, region };
  const right = signatureOf(canonical, at, secretAccessKey);
  return timingSafeEqual(right, Buffer.from(signature, 'hex'))
    ? undefined
    : 'SignatureDoesNotMatch';
}

/** The same of a signature in the address, which says for itself how long it is good. */
function addressFault(
  { method = '', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  secretAccessKey: string,
): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const signature = searchParams.get('X-Amz-Signature') ?? '';
  searchParams.delete('X-Amz-Signature');
  searchParams.sort();
  const date = searchParams.get('X-Amz-Date') ?? '';
  const [, day = '', region = ''] = (searchParams.get('X-Amz-Credential') ?? '').split('/');
  const query = [...searchParams].map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
  const canonical = [
    method,
    pathname,
    query.join('&'),
    `host:${headers.host}`,
    '',
    'host',
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const right = signatureOf(canonical, { date, scope, day, region }, secretAccessKey);
  return right.toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function signatureOf(
  canonical: string,
  at: {
    readonly date: string;
    readonly scope: string;
    readonly day: string;
    readonly region: string;
  },
  secretAccessKey: string,
): Buffer {
  const { date, scope, day, region } = at;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(Buffer.from(canonical))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  return createHmac('sha256', key).update(text).digest();
}

/** RFC 3986, as the signature has it. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
