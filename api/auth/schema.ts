import Joi from 'joi';

/** The fields of a token request, by grant (RFC 6749, 4.3, 4.4 and 6). What else a client sends is ignored. */
export interface TokenBody {
  readonly grant_type: 'password' | 'client_credentials' | 'refresh_token';
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly username?: string;
  readonly password?: string;
  readonly refresh_token?: string;
}

const text = Joi.string().max(1024);

export const tokenBody = Joi.object<TokenBody, true>({
  grant_type: Joi.string().valid('password', 'client_credentials', 'refresh_token').required(),
  client_id: text,
  client_secret: text,
  username: text,
  password: text,
  refresh_token: text,
});
