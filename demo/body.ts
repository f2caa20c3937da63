import type { Context } from 'koa';
import { Stop } from './stop.ts';
import { isRecord, parseJson } from './record.ts';

/** The body exactly as it was sent; answers 413 when it is longer than 256 kB. */
export async function rawBody(ctx: Context): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of ctx.req) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > 256 * 1024) throw new Stop(413);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The fields of a form (or of a JSON object) as text; a field that is absent is ''. */
export async function formFields(ctx: Context): Promise<(name: string) => string> {
  const text = await rawBody(ctx);
  const parsed = ctx.is('json') ? parseJson(text) : Object.fromEntries(new URLSearchParams(text));
  const fields = new Map(Object.entries(isRecord(parsed) ? parsed : {}));
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
}
