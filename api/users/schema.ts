import Joi from 'joi';
import type { Language } from '../../domain/language.ts';
import { permission, type Permission } from '../../domain/permission.ts';
import { username as usernameIn } from '../../domain/user.ts';
import { text } from '../schema-parts.ts';
import { object } from '../infer.ts';

const name = text(150).custom((value: string) => {
  if (value.trim() === '') throw new Error('This field may not be blank.');
  return value;
});
const common = {
  first_name: name,
  last_name: name,
  language: Joi.string<Language>().valid('en', 'ar'),
  superuser: Joi.boolean(),
  permissions: Joi.array()
    .items(
      Joi.string<Permission>().custom((text: string) => {
        const known = permission(text);
        if (known === undefined)
          throw new Error('There is no such permission. Use one such as payment.refund.');
        return known;
      }),
    )
    .max(200),
};

export const newUserBody = object({
  ...common,
  username: Joi.string()
    .custom((text: string) => {
      if (usernameIn(text) === undefined)
        throw new Error('Use 1 to 150 letters, digits and . @ + - _ for a user name.');
      return text;
    })
    .required(),
  email: text(254).email({ tlds: false }).required(),
});

export const changedUserBody = object({ ...common, version: Joi.string().max(64) });
