import type { Account } from './accounts.ts';
import type { Fields } from './fields.ts';
import { optionalText, text } from './fields.ts';
import { invalid } from './refusals.ts';

/** An account from a control request; its name on the pages is its id when no other is given. */
export function accountOf(account: string, body: Fields): Account {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u.test(account))
    throw invalid('Name the account with 1 to 64 letters, digits, dots, dashes or underscores.');
  const secretKey = text(body, 'secret_key', 255);
  if (/\s/u.test(secretKey)) throw invalid('Send secret_key without spaces.');
  // A list orders faults, which are no part of the account.
  const simulate = Array.isArray(body['simulate']) ? undefined : optionalText(body, 'simulate', 64);
  return {
    account,
    secretKey,
    callbackSecret: text(body, 'callback_secret', 255),
    name: optionalText(body, 'name', 128) || account,
    ...(simulate !== undefined && { simulate }),
  };
}

/** An account without its secrets. */
export function presentAccount({ account, name, simulate }: Account) {
  return { account, name, ...(simulate !== undefined && { simulate }) };
}
