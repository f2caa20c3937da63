import type { Context } from 'koa';
import { refuseCardNumber } from '../middleware/card-data.ts';
import { RequestError } from '../middleware/errors.ts';

/**
 * The caller's name for an operation (contract/operations#tracking-key): 1 to 128 printable ASCII characters, without
 * the quotes that some put around it; undefined where there is none. Throws 400 for anything else.
 */
export function trackingKeyOf(ctx: Context): string | undefined {
  const given = ctx.get('Tracking-Key').trim();
  if (given === '') return undefined;
  const key = /^"(.*)"$/.exec(given)?.[1] ?? given;
  if (/^[\x20-\x7e]{1,128}$/.test(key)) {
    refuseCardNumber('Tracking-Key', key);
    return key;
  }
  throw new RequestError(
    400,
    'validation_error',
    'A Tracking-Key has 1 to 128 printable ASCII characters.',
  );
}
