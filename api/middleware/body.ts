import type { Schema } from 'joi';
import type { Context } from 'koa';
import { createHash } from 'node:crypto';
import { RequestError } from './errors.ts';
import { fromForm } from './form.ts';
import {
  readBeforeFile,
  readMultipart,
  type FileField,
  type IncomingFile,
  type UploadedFile,
} from './multipart.ts';
import { readText } from './read-text.ts';
import { refuseCardData, refuseCardNumber } from './card-data.ts';
import { parseJson, unreadable } from './strict-json.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const TYPES = ['application/json', FORM, MULTIPART];

/**
 * Before anything else is looked at: a body in a form that we do not read is 415 (contract/requests#content-types). It
 * is the header that counts: `ctx.request.is` finds no type where no body was announced, and who sends none reads which
 * fields it lacks.
 */
export function refuseUnknownContentType(ctx: Context): void {
  if (!TYPES.includes(typeOf(ctx)))
    throw new RequestError(415, 'unsupported_media_type', `Send one of ${TYPES.join(', ')}.`);
}

/** More than any body of ours has. */
const MOST_BYTES = 1_000_000;
const MOST_FIELDS = 1000;
/** More than any form has of who is not logged in: every byte of theirs is looked at for card numbers. */
const MOST_OF_STRANGERS = 16_000;

/** How a body is read. */
interface Reading {
  /** By which the fields of a form are what they look like. */
  readonly schema: Schema | undefined;
  /** The field in which a multipart body may have a file. */
  readonly file: FileField | undefined;
}

/**
 * Reads the body into one plain object, whatever form it came in; once, however many ask. Its file, if it has one, `fileOf`
 * gives.
 */
export async function readBody(ctx: Context, reading: Reading): Promise<void> {
  if (ctx.request.body !== undefined) return;
  ctx.request.body = await read(ctx, reading);
  if (!isRecord(ctx.request.body)) throw unreadable('The body must be one JSON object.');
  refuseCardData(ctx.request.body);
}

/**
 * Reads a form of who is not logged in, as much as people can have typed and nothing else (contract/logins#foreign-pages); where it may
 * have a file, as far as that, as `readFormBeforeFile` does. Throws 415 for another type, and 413 for more.
 */
export async function readSmallForm(ctx: Context, fileField?: string): Promise<void> {
  if (fileField !== undefined && typeOf(ctx) === MULTIPART) {
    await readPartsBeforeFile(ctx, fileField, MOST_OF_STRANGERS);
    return;
  }
  if (typeOf(ctx) !== FORM) throw new RequestError(415, 'unsupported_media_type', `Send ${FORM}.`);
  const body = fromForm(fieldsIn(await readText(ctx, MOST_OF_STRANGERS)), undefined);
  refuseCardData(body);
  ctx.request.body = body;
}

/**
 * Reads a form into one plain object as far as its file, which is left to be read as it comes: `incomingFileOf` gives it, and
 * `dropIncoming` ends it.
 */
export async function readFormBeforeFile(ctx: Context, fileField: string): Promise<void> {
  if (typeOf(ctx) === MULTIPART) await readPartsBeforeFile(ctx, fileField);
  else await readBody(ctx, { schema: undefined, file: undefined });
}

/** The file that `readFormBeforeFile` has come to. */
export function incomingFileOf(ctx: Context): IncomingFile | undefined {
  return ctx.state.incomingFile;
}

/** Nobody reads its file any more, if there was one. */
export function dropIncoming(ctx: Context): void {
  ctx.state.incomingFile?.drop();
}

/** The body that `readBody` has read. */
export function bodyOf(ctx: Context): Readonly<Record<string, unknown>> {
  return isRecord(ctx.request.body) ? ctx.request.body : {};
}

/** The file of the field, when there was one. */
export function fileOf(ctx: Context, name: string): UploadedFile | undefined {
  return ctx.state.files?.[name];
}

/** What stands for a file in the body, so that two requests are the same only when their files are. */
function marksOf(files: Readonly<Record<string, UploadedFile>>): object {
  const marks = Object.entries(files).map(([field, { name, bytes }]) => [
    field,
    { name, sha256: createHash('sha256').update(bytes).digest('hex') },
  ]);
  return Object.fromEntries(marks);
}

/** The content type in small letters, without what follows it. */
function typeOf(ctx: Context): string {
  return ctx.request.type.trim().toLowerCase();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readPartsBeforeFile(
  ctx: Context,
  fileField: string,
  mostText?: number,
): Promise<void> {
  const { fields, file } = await readBeforeFile(ctx, fileField, mostText);
  if (file) ctx.state.incomingFile = file;
  const body = fromForm(fields, undefined);
  refuseCardData(body);
  if (file) refuseCardNumber(fileField, file.name);
  ctx.request.body = body;
}

async function read(ctx: Context, { schema, file }: Reading): Promise<unknown> {
  if (typeOf(ctx) === MULTIPART) {
    const { fields, files } = await readMultipart(ctx, file);
    ctx.state.files = files;
    for (const [field, { name }] of Object.entries(files)) refuseCardNumber(field, name);
    return { ...fromForm(fields, schema), ...marksOf(files) };
  }
  const text = await readText(ctx, MOST_BYTES);
  if (typeOf(ctx) === FORM) return fromForm(fieldsIn(text), schema);
  // Nothing is an object without fields, and is told which ones it lacks.
  return text === '' ? {} : parseJson(text);
}

function fieldsIn(text: string): Readonly<Record<string, readonly string[]>> {
  const fields = new Map<string, string[]>();
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS)
    throw unreadable(`A form can have ${MOST_FIELDS} fields at most.`);
  for (const [name, value] of new URLSearchParams(text)) {
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return Object.fromEntries(fields);
}
