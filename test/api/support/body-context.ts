import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** As much of a koa context as reading a body takes, which comes in parts of so many bytes. */
export function contextOf(body: string, type: string, partBytes = 65_536): Context {
  const bytes = Buffer.from(body);
  const parts = function* () {
    for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
  };
  const req = Object.assign(Readable.from(parts(), { objectMode: false }), {
    headers: { 'content-type': type },
    complete: true,
  });
  const is = (asked: string | string[]) => [asked].flat().includes(type) && type;
  const request = { length: bytes.length, is, type, body: undefined };
  const get = (name: string) => (name === 'Content-Type' ? type : '');
  return { req, request, get, state: {} } as unknown as Context;
}
