import Joi from 'joi';
import { object, type ValueOf } from '../infer.ts';

const text = Joi.string().max(1024);

/** The fields of a token request, by grant (RFC 6749, 4.3, 4.4 and 6). What else a client sends is ignored. */
export const tokenBody = object({
  grant_type: Joi.string().valid('password', 'client_credentials', 'refresh_token').required(),
  client_id: text,
  client_secret: text,
  username: text,
  password: text,
  refresh_token: text,
  otp: text,
});
export type TokenBody = ValueOf<typeof tokenBody>;
