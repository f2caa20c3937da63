import type { ObjectSchema } from 'joi';
import type { Context } from 'koa';
import { callerOf, merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { tellRead } from '../lists/people.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { givenFields } from '../middleware/sent-body.ts';
import { check, faultless } from '../middleware/validate.ts';
import { type QueryDoc, route, SERVER } from '../route.ts';
import { cardsAnswer } from './answer.ts';
import { presentCards } from './present.ts';
import { bodyOfQuery, cardsBody, type CardsBody, deletionQuery } from './schema.ts';

const ownerDoc: Readonly<Record<string, QueryDoc>> = {
  customer_id: {
    description: 'Whose cards.',
    required: true,
    schema: { type: 'string', maxLength: 64 },
  },
  type: {
    description: 'Cards of the sandbox and of production never stand in one list.',
    required: true,
    schema: { enum: ['sandbox', 'production'] },
  },
};
const answers = {
  200: {
    description:
      'The preferred card first, which is the one with which the customer paid last, or which they saved since; then the newest. What the merchant charges does not count.',
    shape: cardsAnswer,
  },
};
const description =
  'Expired cards are among them and say so. A customer without cards is no error. That a person has looked is in the audit log.';

/** The saved cards of a merchant's customers (contract/cards#list). */
export const cardRoutes = [
  route('cards.list', {
    method: 'POST',
    path: '/b/pbl/v2/card',
    who: SERVER,
    permissions: ['customer.view'],
    audit: false,
    tag: 'Cards',
    summary: 'List the saved cards of a customer',
    description,
    body: cardsBody,
    fields: {
      type: 'Cards of the sandbox and of production never stand in one list.',
      pg_codes: 'Only cards of these gateway accounts.',
      agreement_id: 'Only the latest card that this agreement is charged to.',
    },
    answers,
    handle: (deps) => (ctx, body) => list(deps, ctx, body.read()),
  }),
  route('cards.list-by-query', {
    method: 'GET',
    path: '/b/pbl/v2/card',
    who: SERVER,
    permissions: ['customer.view'],
    tag: 'Cards',
    summary: 'List the saved cards of a customer, asked by address',
    description,
    query: {
      ...ownerDoc,
      pg_codes: {
        description: 'Only cards of these gateway accounts: several times, or with commas between.',
        schema: { type: 'string' },
      },
      agreement_id: {
        description: 'Only the latest card that this agreement is charged to.',
        schema: { type: 'string', maxLength: 128 },
      },
    },
    answers,
    handle: (deps) => (ctx) => list(deps, ctx, checkedQuery(cardsBody, bodyOfQuery(ctx.query))),
  }),
  route('cards.delete', {
    method: 'DELETE',
    path: '/b/pbl/v2/card/:token',
    who: SERVER,
    permissions: ['card.delete'],
    tag: 'Cards',
    summary: 'Delete a saved card',
    description:
      'It cannot be used any more, at whatever account it was saved. A card that an unfinished agreement is charged to is refused with `card_locked`, and stays at each account.',
    query: {
      ...ownerDoc,
      pg_code: {
        description: 'Only the card of this gateway account, where several keep one of this token.',
        schema: { type: 'string', maxLength: 50 },
      },
    },
    answers: { 204: { description: 'It is deleted.' } },
    handle: (deps) => async (ctx) => {
      const { pg_code: pgCode, ...query } = checkedQuery(deletionQuery, ctx.query);
      const [owner, now] = [ownerOf(ctx, query), Date.now()];
      const { token } = ctx.params;
      await deps.store.agreements.endOverdue(owner, now);
      await deps.store.cards.remove({ ...owner, token, ...(pgCode && { pgCodes: [pgCode] }) }, now);
    },
  }),
];

async function list(deps: ApiDeps, ctx: Context, body: CardsBody) {
  const { store } = deps;
  const { pg_codes: pgCodes, agreement_id: agreementId } = body;
  const [owner, now] = [ownerOf(ctx, body), Date.now()];
  await store.agreements.endOverdue(owner, now);
  const cards = await store.cards.list(owner);
  if (callerOf(ctx).kind === 'user')
    tellRead(deps, ctx, { fields: ['customer_id'], rows: cards.length });
  const wanted = { ...(pgCodes && { pgCodes }), ...(agreementId !== undefined && { agreementId }) };
  return presentCards(cards, wanted, now);
}

function ownerOf(ctx: Context, { customer_id: customerId, type }: CardsBody) {
  return { merchantId: merchantOf(ctx), customerId, sandbox: type === 'sandbox' };
}

/** What is empty counts as left out. */
function checkedQuery<T extends object>(schema: ObjectSchema<T>, query: object): T {
  const checked = check(schema, givenFields(schema, query));
  refuseFaults(checked.faults);
  return faultless(checked);
}
