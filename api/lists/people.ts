import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { nameTerms, phonesOf, type QueryReading } from '../../domain/search/query.ts';
import {
  asWritten,
  emailTerm,
  nameWords,
  type Term,
  type TermKind,
} from '../../domain/search/terms.ts';
import { callerMay, callerOf, refuseUnless } from '../access/caller.ts';
import { nameOf } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { email, text } from '../schema-parts.ts';
import type { QueryDoc } from '../route.ts';
import { string } from './filters.ts';

/** The parameters that tell of a person, for which a user needs `customer.view`. */
const PERSONAL = ['customer_id', 'customer_email', 'customer_phone', 'customer_name'] as const;
type Person = Readonly<Partial<Record<(typeof PERSONAL)[number], string>>>;

export const personQuery = {
  customer_id: text(64),
  customer_email: email,
  customer_phone: text(20)
    .pattern(/\d{4}/)
    .messages({ 'string.pattern.base': fieldSentence('some-phone') }),
  // Marks alone, such as a tatweel, are letters that no word is made of: nothing would be looked for.
  customer_name: text(128).custom((value: string) => {
    if (!nameWords(value).some((word) => /\p{L}/u.test(word)))
      throw new Error(fieldSentence('name-words'));
    return value;
  }),
};

/** What programs are told of them. */
export const personDoc = {
  customer_id: { description: 'Needs the permission `customer.view`.', schema: string },
  customer_email: { description: 'Needs the permission `customer.view`.', schema: string },
  customer_phone: { description: 'Needs the permission `customer.view`.', schema: string },
  customer_name: {
    description:
      'Words of the name, each whole or its first three letters. Needs the permission `customer.view`.',
    schema: string,
  },
} as const satisfies Readonly<Record<keyof Person, QueryDoc>>;

/** Of each of these groups at least one term; a group that nothing is asked of is empty. */
export function personTerms({
  customer_id: id,
  customer_email: mail,
  customer_phone: phone,
  customer_name: name,
}: Person): readonly (readonly Term[])[] {
  return [
    one('customer_id', id && asWritten(id)),
    one('customer_email', mail && emailTerm(mail)),
    phone === undefined ? [] : phonesOf(phone).flatMap((value) => one('customer_phone', value)),
    ...(name === undefined ? [] : nameTerms(name).map((word) => [word])),
  ];
}

/** The group of one term, or of none. */
export function one(kind: TermKind, value: string | undefined): readonly Term[] {
  return value === undefined ? [] : [{ kind, value }];
}

/** Throws 403 when the query asks for a person and the caller may not. */
export function refusePersonal(ctx: Context, query: Person): void {
  if (namesPerson(query)) refuseUnless(ctx, 'customer.view');
}

/** Whether a query names a person. */
export function namesPerson(query: Person): boolean {
  return PERSONAL.some((name) => query[name] !== undefined);
}

/** How the box is read, as far as the caller may look for people. Throws 403 where nothing else is left. */
export function readingsFor(ctx: Context, all: readonly QueryReading[]): readonly QueryReading[] {
  const readings = all.filter(({ isPersonal }) => !isPersonal || callerMay(ctx, 'customer.view'));
  if (all.length > 0 && readings.length === 0) refuseUnless(ctx, 'customer.view');
  return readings;
}

/** By what of a person was looked, in the parameters or in the box. */
export function fieldsRead(query: Person, readings: readonly QueryReading[]): readonly string[] {
  return [
    ...PERSONAL.filter((name) => query[name] !== undefined),
    ...readings
      .filter(({ isPersonal }) => isPersonal)
      .flatMap(({ understoodAs }) => understoodAs.map(({ field }) => field)),
  ];
}

/** Who has looked for a person is in the audit log: by which fields, and how many were found; nobody waits for that. */
export function tellRead(
  {
    store,
    clientAddress,
    drain,
    logger,
  }: Pick<ApiDeps, 'store' | 'clientAddress' | 'drain' | 'logger'>,
  ctx: Context,
  { fields, rows }: { readonly fields: readonly string[]; readonly rows: number },
): void {
  if (fields.length === 0) return;
  const caller = callerOf(ctx);
  const { requestId } = ctx.state;
  const told = store.audit.note({
    at: Date.now(),
    who: nameOf(caller),
    from: clientAddress(ctx),
    action: {
      name: 'read',
      merchantId: caller.merchantId,
      requestId,
      fields: [...new Set(fields)],
      rows,
    },
  });
  drain.hold(told).catch((error: unknown) => {
    logger.error({ err: error, requestId }, 'the audit log does not know of a search');
  });
}
