import Joi from 'joi';
import { merchantOf } from '../access/caller.ts';
import { object } from '../infer.ts';
import { route, SERVER, VIEW_PAYMENTS } from '../route.ts';

/** The units of a merchant, by code (contract/access#units). */
export const unitsAnswer = object({
  results: Joi.array()
    .items(object({ code: Joi.string().required(), name: Joi.string().required() }))
    .required(),
});

/** The parts of a merchant that payments can name. */
export const unitRoutes = [
  route('units.list', {
    method: 'GET',
    path: '/b/units/v1/units',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Payments',
    summary: 'List your units',
    description: 'What a payment can have as `unit_code`, with the name that customers read.',
    answers: { 200: { description: 'All of them, by code.', shape: unitsAnswer } },
    handle: (deps) => async (ctx) => {
      const units = await deps.store.units.list(merchantOf(ctx));
      return { results: units.map(({ code, name }) => ({ code, name })) };
    },
  }),
];
