import assert from 'node:assert/strict';
import Joi from 'joi';
import { fromForm } from '../../../api/middleware/form.ts';
import { ROUTES } from '../../../api/routes.ts';

const SCHEMA = Joi.object({
  name: Joi.string(),
  codes: Joi.array().items(Joi.string()),
  emails: Joi.array().items(Joi.string().email()),
  to: Joi.alternatives(Joi.string(), Joi.array().items(Joi.string())),
  rows: Joi.array().items(Joi.object()),
  extra: Joi.object().unknown(),
  isOpen: Joi.boolean(),
  days: Joi.number(),
  id: Joi.alternatives(Joi.number(), Joi.string()),
});

describe('the fields of a form', () => {
  for (const [given, meant] of [
    [{ name: ['true'] }, { name: 'true' }],
    [{ codes: ['a'] }, { codes: ['a'] }],
    [{ codes: ['a', 'b'] }, { codes: ['a', 'b'] }],
    [{ codes: ['a,b'] }, { codes: ['a,b'] }],
    [{ codes: ['["a","b"]'] }, { codes: ['a', 'b'] }],
    [{ emails: ['a@b.test, c@d.test'] }, { emails: ['a@b.test', 'c@d.test'] }],
    [{ to: ['a@b.test, +96550000001'] }, { to: ['a@b.test', '+96550000001'] }],
    [{ rows: ['[{"a":1}]'] }, { rows: [{ a: 1 }] }],
    [{ extra: ['{"a":[1,null]}'] }, { extra: { a: [1, null] } }],
    [{ extra: ['{"a":'] }, { extra: '{"a":' }],
    [{ isOpen: ['true'] }, { isOpen: true }],
    [{ isOpen: ['false'] }, { isOpen: false }],
    [{ isOpen: ['yes'] }, { isOpen: 'yes' }],
    [{ days: ['30'] }, { days: 30 }],
    [{ days: ['3e1'] }, { days: '3e1' }],
    [{ id: ['30'] }, { id: '30' }],
    [{ unknown: ['true'] }, { unknown: 'true' }],
  ] as const)
    it(`are what the schema has: ${JSON.stringify(given)} is ${JSON.stringify(meant)}`, () => {
      assert.deepEqual(fromForm(given, SCHEMA), meant);
    });

  it('are text where no schema says more', () => {
    assert.deepEqual(fromForm({ isOpen: ['true'] }, undefined), { isOpen: 'true' });
  });

  it('may stand twice only where they are a list', () => {
    assert.throws(() => fromForm({ name: ['a', 'b'] }, SCHEMA), /"name" is duplicated/);
  });

  it('can say true to every switch of every route', () => {
    const refused = ROUTES.flatMap(({ name, body }) => {
      const keys: object = Joi.isSchema(body) ? body.describe()['keys'] : {};
      return Object.entries(keys)
        .filter(([, { type }]) => type === 'boolean')
        .filter(([key]) => fromForm({ [key]: ['true'] }, body as Joi.Schema)[key] !== true)
        .map(([key]) => `${name} ${key}`);
    });
    assert.deepEqual(refused, []);
  });
});
