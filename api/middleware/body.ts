import { bodyParser } from '@koa/bodyparser';
import type { Context, Next } from 'koa';
import { RequestError } from './errors.ts';
import { fromForm } from './form.ts';
import { isMultipart, readMultipart } from './multipart.ts';
import { refuseCardData } from './card-data.ts';

const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** Before anything else is looked at: a body in a form that we do not read is 415 (contract/api.md 0.2). */
export async function contentType(ctx: Context, next: Next): Promise<void> {
  if (!ctx.request.is(TYPES))
    throw new RequestError(415, 'unsupported_media_type', `Send one of ${TYPES.join(', ')}.`);
  await next();
}

const parse = bodyParser({
  enableTypes: ['json', 'form'],
  jsonLimit: '1mb',
  formLimit: '1mb',
  parsedMethods: ['POST', 'PUT', 'PATCH'],
  onError: (error) => {
    throw unreadable(error);
  },
});

/** Reads the body into one plain object, whatever form it came in. */
export async function readBody(ctx: Context, next: Next): Promise<void> {
  if (isMultipart(ctx)) {
    ctx.request.body = fromForm(await readMultipart(ctx));
  } else {
    await parse(ctx, async () => undefined);
    if (ctx.request.is('application/x-www-form-urlencoded'))
      ctx.request.body = fromForm(listed(ctx.request.body));
  }
  if (!isRecord(ctx.request.body))
    throw new RequestError(400, 'parse_error', 'The body must be one JSON object.');
  refuseCardData(ctx.request.body);
  await next();
}

/** The body that `readBody` has read. */
export function bodyOf(ctx: Context): Readonly<Record<string, unknown>> {
  return isRecord(ctx.request.body) ? ctx.request.body : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listed(body: unknown): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(isRecord(body) ? body : {}).map(([key, value]) => [
      key,
      (Array.isArray(value) ? value : [value]).map(String),
    ]),
  );
}

function unreadable(error: Error): RequestError {
  return 'status' in error && error.status === 413
    ? new RequestError(413, 'request_too_large', 'The body is larger than 1 MB.')
    : new RequestError(400, 'parse_error', 'The body cannot be read. Is it valid JSON in UTF-8?');
}
