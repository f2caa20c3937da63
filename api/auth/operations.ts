import Joi from 'joi';
import type { Operation } from '../openapi/operation.ts';
import { tokenBody } from './schema.ts';

const refusal = Joi.object({
  error: Joi.string()
    .valid('invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type')
    .required(),
  error_description: Joi.string().required(),
});

/** Logging in for a token, and the keys that verify it (contract/api.md 6.1). */
export const authOperations = {
  'auth.token': {
    tag: 'Access',
    summary: 'Get a token',
    description:
      'OAuth 2.0, for a realm, which is a merchant. A person logs in by `password` and renews by `refresh_token`, ' +
      'which is good once; a program logs in by `client_credentials`.',
    request: tokenBody,
    form: true,
    fields: {
      client_id: 'The program that asks. Left out when `Authorization: Basic` has it.',
      client_secret: 'For programs; who sends one must send the right one.',
      refresh_token: 'The last one that was given.',
    },
    answers: {
      200: {
        description: 'A token for `Authorization: Bearer`.',
        shape: Joi.object({
          access_token: Joi.string().required(),
          token_type: Joi.string().valid('Bearer').required(),
          expires_in: Joi.number().integer().required(),
          refresh_token: Joi.string(),
          refresh_expires_in: Joi.number().integer(),
        }),
      },
      400: { description: 'The request is not right, or the login has ended.', shape: refusal },
      401: { description: 'Nobody we know.', shape: refusal },
    },
    errors: [429],
  },
  'auth.keys': {
    tag: 'Access',
    summary: 'The keys that verify tokens',
    description: 'A JSON Web Key Set. Keys change: look one up by the `kid` of the token.',
    answers: {
      200: {
        description: 'The public keys.',
        shape: Joi.object({
          keys: Joi.array()
            .items(
              Joi.object({
                kid: Joi.string().required(),
                kty: Joi.string().required(),
                alg: Joi.string().required(),
                use: Joi.string().required(),
                n: Joi.string().required(),
                e: Joi.string().required(),
              }),
            )
            .required(),
        }),
      },
    },
  },
} satisfies Readonly<Record<string, Operation>>;
