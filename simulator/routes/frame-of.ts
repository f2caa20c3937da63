import type { Fields } from '../fields.ts';
import { single } from '../fields.ts';
import { languageOf } from '../language.ts';
import type { Network } from '../network.ts';
import { Refusal, invalid } from '../refusals.ts';

/** Whose frame it is, and of the page of which origin: nobody else may show it, and nobody else is told anything. */
export function frameOf({ records }: Network, fields: Fields) {
  const account = single(fields['account']);
  if (records.accounts.find(account) === undefined)
    throw new Refusal(404, 'not_found', 'There is no such account. Name it in "account".');
  const origin = single(fields['origin']);
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || !/^https?:/u.test(origin))
    throw invalid('Send origin, the origin of the page around the frame: "https://shop.example".');
  const isLight = single(fields['scheme']) === 'light';
  return { account, origin, language: languageOf(fields['lang']) ?? 'en', isLight } as const;
}
