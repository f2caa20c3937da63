import Joi from 'joi';
import { SSO_MODES, type SsoMode } from '../../domain/single-sign-on.ts';
import { object } from '../infer.ts';

export const ssoBody = object({
  mode: Joi.string<SsoMode>()
    .valid(...SSO_MODES)
    .required(),
  issuer: Joi.string().max(500).required(),
  client_id: Joi.string().max(255).required(),
  client_secret: Joi.string().max(1024),
  emergency_user_id: Joi.number().integer().min(1),
  version: Joi.number().integer().min(0).required(),
});

export const ssoAnswer = object({
  mode: Joi.string()
    .valid(...SSO_MODES)
    .required(),
  issuer: Joi.string(),
  client_id: Joi.string(),
  emergency_user_id: Joi.number().integer(),
  version: Joi.number().integer().required(),
  redirect_uri: Joi.string(),
  login_url: Joi.string(),
});
