import { fileURLToPath } from 'node:url';

/** Where files are kept, as `transports/files.ts` takes it, without credentials. */
export type FilesPlaceSettings =
  | { readonly kind: 'local'; readonly directory: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly prefix: string;
      readonly region: string;
      readonly endpoint?: string;
      readonly pathStyle: boolean;
    };

/** The place in an operator's words. */
export function placeOf(place: FilesPlaceSettings): string {
  return place.kind === 'local'
    ? place.directory
    : `the bucket ${place.bucket} at ${place.endpoint ?? place.region}`;
}

/**
 * Reads `file:///var/lib/sarraf/files` or `s3://bucket/folder?region=…&endpoint=…&path_style=true`. Throws a sentence that
 * says what is wrong; the value is not in it.
 */
export function filesPlace(text: string): FilesPlaceSettings {
  if (!URL.canParse(text)) throw new Error('it is no URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new Error('keys do not belong in it; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  switch (url.protocol) {
    case 'file:':
      return local(url);
    case 's3:':
      return s3(url);
    default:
      throw new Error('it must begin with file:/// or s3://');
  }
}

/** The header by which a proxy is told which file to send, and what stands before the file's name. */
export interface Sendfile {
  readonly header: 'X-Sendfile' | 'X-Accel-Redirect';
  /** Of an address that only the proxy itself may ask for; left out where it is told the path on the disk. */
  readonly prefix?: string;
}

/**
 * Reads `X-Sendfile`, for Apache and lighttpd, or `X-Accel-Redirect:/files/`, for nginx, which is told an address of its own
 * configuration. Throws a sentence that says what is wrong.
 */
export function sendfile(text: string): Sendfile {
  if (text === 'X-Sendfile') return { header: 'X-Sendfile' };
  const [, prefix] = /^X-Accel-Redirect:(\/(?:[\w.-]+\/)*)$/.exec(text) ?? [];
  if (prefix !== undefined) return { header: 'X-Accel-Redirect', prefix };
  throw new Error('it is neither "X-Sendfile" nor "X-Accel-Redirect:/folder/"');
}

function local(url: URL): FilesPlaceSettings {
  if (url.host !== '' || url.search !== '' || url.pathname === '/')
    throw new Error('a directory is written as file:///path/to/it');
  return { kind: 'local', directory: fileURLToPath(url) };
}

const PARAMETERS: ReadonlySet<string> = new Set(['region', 'endpoint', 'path_style']);

function s3({ hostname, pathname, searchParams }: URL): FilesPlaceSettings {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname))
    throw new Error('a bucket is written as s3://bucket or s3://bucket/folder');
  const folder = pathname.replaceAll(/^\/+|\/+$/g, '');
  if (folder !== '' && !/^[A-Za-z0-9_-][A-Za-z0-9._/-]*$/.test(folder))
    throw new Error('the folder has other characters than letters, digits, "-", "_", "." and "/"');
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined)
    throw new Error(`"${unknown}" is unknown; there are ${[...PARAMETERS].join(', ')}`);
  const endpoint = searchParams.get('endpoint') ?? undefined;
  const region = searchParams.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined) throw new Error('it names neither a region nor an endpoint');
  return {
    kind: 's3',
    bucket: hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    region,
    ...(endpoint !== undefined && { endpoint: originOf(endpoint) }),
    pathStyle: truth(searchParams.get('path_style') ?? String(endpoint !== undefined)),
  };
}

function originOf(endpoint: string): string {
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw new Error('the endpoint is no http or https URL');
  return new URL(endpoint).origin;
}

function truth(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('path_style is true or false');
  return text === 'true';
}
