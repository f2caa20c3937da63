import type { Context } from 'koa';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { PROGRAM, type QueryDoc, route } from '../route.ts';
import { cardsAnswer } from './answer.ts';
import { presentCards } from './present.ts';
import { bodyOfQuery, cardsBody, type CardsBody, ownerQuery } from './schema.ts';

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
    description: 'The preferred card first, which is the one that paid last; then the newest.',
    shape: cardsAnswer,
  },
};
const description =
  'Expired cards are among them and say so. A customer without cards is no error. Only API keys may ask.';

/** The saved cards of a merchant's customers (contract/cards#list). */
export const cardRoutes = [
  route('cards.list', {
    method: 'POST',
    path: '/b/pbl/v2/card',
    who: PROGRAM,
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
    handle: (deps) => (ctx) => list(deps, ctx, bodyOf(ctx)),
  }),
  route('cards.list-by-query', {
    method: 'GET',
    path: '/b/pbl/v2/card',
    who: PROGRAM,
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
    handle: (deps) => (ctx) => list(deps, ctx, bodyOfQuery(ctx.query)),
  }),
  route('cards.delete', {
    method: 'DELETE',
    path: '/b/pbl/v2/card/:token',
    who: PROGRAM,
    tag: 'Cards',
    summary: 'Delete a saved card',
    description:
      'It cannot be used any more. A card that an unfinished agreement is charged to is refused with `card_locked`.',
    query: ownerDoc,
    answers: { 204: { description: 'It is deleted.' } },
    handle: (deps) => async (ctx) => {
      const { value, faults } = check(ownerQuery, present(ctx.query));
      refuseFaults(faults);
      const [owner, now] = [ownerOf(ctx, value), Date.now()];
      await deps.store.agreements.endOverdue(owner, now);
      await deps.store.cards.remove({ ...owner, token: String(ctx['params']['token']) }, now);
    },
  }),
];

async function list({ store }: ApiDeps, ctx: Context, given: object) {
  const { value, faults } = check(cardsBody, present(given));
  refuseFaults(faults);
  const { pg_codes: pgCodes, agreement_id: agreementId } = value;
  const [owner, now] = [ownerOf(ctx, value), Date.now()];
  await store.agreements.endOverdue(owner, now);
  const cards = await store.cards.list(owner);
  const wanted = { ...(pgCodes && { pgCodes }), ...(agreementId !== undefined && { agreementId }) };
  return presentCards(cards, wanted, now);
}

/** Throws a TypeError for a body that was not checked. */
function ownerOf(ctx: Context, { customer_id: customerId, type }: Partial<CardsBody>) {
  if (customerId === undefined) throw new TypeError('Whose cards is asked only after the check.');
  return { merchantId: merchantOf(ctx), customerId, sandbox: type === 'sandbox' };
}

/** What is null or empty counts as left out. */
function present(given: object): object {
  const kept = Object.entries(given).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(kept);
}

function refuseFaults(faults: InvalidFields['fields']): void {
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
}
