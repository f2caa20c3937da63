import busboy from 'busboy';
import type { Context } from 'koa';
import { InvalidFields, RequestError } from './errors.ts';

export function isMultipart(ctx: Context): boolean {
  return ctx.request.is('multipart/form-data') !== false;
}

/** The text fields of a multipart body. A file is refused by name, so that nobody believes it was kept. */
export function readMultipart(ctx: Context): Promise<Readonly<Record<string, readonly string[]>>> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string[]>();
    const parser = parserFor(ctx, reject);
    if (!parser) return;
    const fail = (error: Error) => {
      ctx.req.unpipe(parser);
      ctx.req.resume();
      reject(error);
    };
    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) fail(tooLarge());
      fields.set(name, [...(fields.get(name) ?? []), value]);
    });
    parser.on('file', (name) => {
      fail(new InvalidFields({ [name]: ['Files cannot be sent here.'] }));
    });
    parser.on('fieldsLimit', () => {
      fail(tooLarge());
    });
    parser.on('error', () => {
      fail(new RequestError(400, 'parse_error', 'The multipart body cannot be read.'));
    });
    parser.on('close', () => {
      resolve(Object.fromEntries(fields));
    });
    ctx.req.pipe(parser);
  });
}

function parserFor(ctx: Context, reject: (error: Error) => void) {
  try {
    return busboy({ headers: ctx.req.headers, limits: { fieldSize: 1_000_000, fields: 200 } });
  } catch {
    reject(new RequestError(400, 'parse_error', 'The multipart header names no boundary.'));
    return undefined;
  }
}

function tooLarge(): RequestError {
  return new RequestError(413, 'request_too_large', 'The body is too large.');
}
