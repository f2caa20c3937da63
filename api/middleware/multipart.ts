import busboy, { type FileInfo } from 'busboy';
import type { Context } from 'koa';
import type { Readable } from 'node:stream';
import { FileTooLarge, InvalidFields, RequestError } from './errors.ts';
import { duplicated } from './form.ts';

/** A file of a multipart body, in memory. */
export interface UploadedFile {
  /** As the sender called it. */
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Multipart {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, UploadedFile>>;
}

/** The field in which one file may come, and how large it may be in bytes. */
export interface FileField {
  readonly name: string;
  readonly maxBytes: number;
}

/**
 * A multipart body. Where no file is allowed, one is refused by its field, so that nobody believes it was kept. A file
 * that is too large is refused as soon as it is; never more of it than allowed lies in memory. A second one in the field, or a text
 * beside it there, is 400 `parse_error`.
 */
export function readMultipart(ctx: Context, allowed?: FileField): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string[]>();
    const files = new Map<string, UploadedFile>();
    let length = 0;
    let hasFile = false;
    const parser = parserFor(ctx, reject, allowed);
    if (!parser) return;
    const fail = (error: Error) => {
      ctx.req.unpipe(parser);
      ctx.req.resume();
      reject(error);
    };
    parser.on('field', (name, value, { valueTruncated }) => {
      length += name.length + value.length;
      if (valueTruncated || length > MOST_TEXT) {
        fail(tooLarge());
        return;
      }
      fields.set(name, [...(fields.get(name) ?? []), value]);
    });
    parser.on('file', (name, stream, info) => {
      stream.on('error', () => fail(unreadable()));
      if (isNothing(name, info, allowed)) {
        stream.resume();
        return;
      }
      const isAllowed = name === allowed?.name;
      if (!isAllowed || hasFile) {
        stream.resume();
        const unexpected = new InvalidFields({ [name]: ['Files cannot be sent here.'] });
        fail(isAllowed ? duplicated(name) : unexpected);
        return;
      }
      // The second may begin before the first one ends.
      hasFile = true;
      collect(stream, {
        whole: (bytes) => files.set(name, { name: info.filename ?? '', bytes }),
        tooLarge: () => fail(new FileTooLarge({ [name]: [tooLargeFile(allowed)] })),
      });
    });
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => {
        fail(tooLarge());
      });
    parser.on('error', () => {
      fail(unreadable());
    });
    // Who hangs up in the middle leaves a parser that waits for ever.
    ctx.req.on('close', () => {
      if (!ctx.req.complete) fail(new RequestError(400, 'parse_error', 'The body is cut off.'));
    });
    parser.on('close', () => {
      const [both] = [...files.keys()].filter((name) => fields.has(name));
      if (both !== undefined) reject(duplicated(both));
      else resolve({ fields: Object.fromEntries(fields), files: Object.fromEntries(files) });
    });
    ctx.req.pipe(parser);
  });
}

/** A file of a multipart body that is still on its way. */
export interface IncomingFile {
  /** As the sender called it. */
  readonly name: string;
  readonly stream: Readable;
  /** What is left of the body is read and thrown away, so that who sends it gets to hear the answer. */
  readonly drop: () => void;
}

/**
 * The fields of a multipart body that come before the file of this name, and that file as it comes: none of it lies in memory. Whoever
 * asks for it drops it in the end. Fields behind it are nobody's. Throws 413 where names and values have more than so many characters.
 */
export function readBeforeFile(
  ctx: Context,
  fileField: string,
  mostText = MOST_TEXT,
): Promise<Pick<Multipart, 'fields'> & { readonly file?: IncomingFile }> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string[]>();
    let length = 0;
    const parser = parserFor(ctx, reject, { name: fileField, maxBytes: Infinity });
    if (!parser) return;
    const drop = () => {
      ctx.req.unpipe(parser);
      ctx.req.resume();
    };
    const fail = (error: Error) => {
      drop();
      reject(error);
    };
    parser.on('field', (name, value, { valueTruncated }) => {
      length += name.length + value.length;
      if (valueTruncated || length > mostText) fail(tooLarge());
      else fields.set(name, [...(fields.get(name) ?? []), value]);
    });
    let isFound = false;
    parser.on('file', (name, stream, { filename = '' }) => {
      // Who reads it hears of it, too; where nobody does, it is no matter.
      stream.on('error', () => undefined);
      if (isFound || name !== fileField || filename === '') {
        stream.resume();
        return;
      }
      isFound = true;
      resolve({ fields: Object.fromEntries(fields), file: { name: filename, stream, drop } });
    });
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => {
        fail(tooLarge());
      });
    parser.on('error', () => {
      fail(unreadable());
    });
    ctx.req.on('close', () => {
      if (!ctx.req.complete)
        parser.destroy(new RequestError(400, 'parse_error', 'The body is cut off.'));
    });
    parser.on('close', () => {
      resolve({ fields: Object.fromEntries(fields) });
    });
    ctx.req.pipe(parser);
  });
}

/** Characters of all fields together, with their names. */
const MOST_TEXT = 1_000_000;

/** What a browser sends for a field in which nobody has chosen a file. */
function isNothing(name: string, { filename }: FileInfo, allowed: FileField | undefined): boolean {
  return name === allowed?.name && (filename ?? '') === '';
}

function collect(
  stream: Readable,
  on: { readonly whole: (bytes: Buffer) => void; readonly tooLarge: () => void },
): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.once('limit', () => {
    chunks.length = 0;
    stream.removeAllListeners('data');
    stream.resume();
    on.tooLarge();
  });
  stream.once('end', () => on.whole(Buffer.concat(chunks)));
}

function parserFor(ctx: Context, reject: (error: Error) => void, allowed: FileField | undefined) {
  try {
    return busboy({
      headers: ctx.req.headers,
      // Names of files come as browsers and other programs have them today.
      defParamCharset: 'utf8',
      limits: {
        fieldSize: MOST_TEXT,
        fields: 200,
        // Also those that are left out, such as fields in which nobody has chosen a file.
        parts: 250,
        // Reaching the limit is too much, so one byte more is let through.
        fileSize: (allowed?.maxBytes ?? 0) + 1,
      },
    });
  } catch {
    reject(new RequestError(400, 'parse_error', 'The multipart header names no boundary.'));
    return undefined;
  }
}

function tooLargeFile(allowed: FileField | undefined): string {
  return `Ensure this file has no more than ${(allowed?.maxBytes ?? 0) / 1_000_000} MB.`;
}

function tooLarge(): RequestError {
  return new RequestError(413, 'request_too_large', 'The body is too large.');
}

function unreadable(): RequestError {
  return new RequestError(400, 'parse_error', 'The multipart body cannot be read.');
}
