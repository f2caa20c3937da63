import Joi from 'joi';
import type { Context, Middleware } from 'koa';
import { MAX_ATTACHMENT_BYTES } from '../../domain/attachment.ts';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { permits, typePermission, usePermission } from '../../domain/permission.ts';
import { pgCode } from '../../domain/ids.ts';
import type { ApiDeps } from '../deps.ts';
import { isAudited, type Route } from '../route.ts';
import { countByBody, countRequest } from './count-request.ts';
import { bodyOf, refuseUnknownContentType, readBody } from '../middleware/body.ts';
import { refuseCardData } from '../middleware/card-data.ts';
import { RequestError } from '../middleware/errors.ts';
import { sentBody } from '../middleware/sent-body.ts';
import { faultless } from '../middleware/validate.ts';
import { authenticate } from './authenticate.ts';
import { callerMay, callerOf, forbidden, refuseUnless, setCaller } from './caller.ts';
import { refuseWhilePaused } from './paused.ts';
import { refuseUnlessSteppedUp } from './step-up.ts';
import { intend, nameOf, recorded, subjectIn, type Doer, type RecordDeps } from './recorded.ts';

/**
 * Authorizes the requests to a route, by its declaration. It checks in a fixed order (contract/requests#check-order):
 * content type 415, who is it 401, have they requests left 429, is it paused 423, the body 400, has the payment that it
 * names requests left 429, may they 403. Who may not is in the audit log too, when they tried to change something. After it `callerOf` and `merchantOf` know the
 * caller and `bodyOf` the body.
 */
export function authorize(
  deps: Pick<
    ApiDeps,
    'access' | 'office' | 'logger' | 'store' | 'paused' | 'limits' | 'clientAddress'
  > &
    RecordDeps,
  route: Route,
): Middleware {
  const enter: Middleware = async (ctx, next) => {
    const hasBody = readsBody(route) && (!route.bodyOptional || isSent(ctx));
    if (hasBody) refuseUnknownContentType(ctx);
    setCaller(ctx, await authenticate(deps, ctx, route));
    await countRequest(ctx, deps, route);
    if (route.creates) await refuseWhilePaused(deps, ctx);
    if (isAudited(route)) refuseCardData(ctx.query);
    if (hasBody) await readBody(ctx, readingOf(route));
    await countByBody(ctx, deps, route);
    if (isAudited(route)) await intend(ctx, { ...doerOf(ctx), ...changeIn(ctx, route) });
    refuseWhoMayNot(ctx, route);
    if (route.stepUp) await refuseUnlessSteppedUp(deps, ctx);
    await next();
  };
  return isAudited(route) ? recorded(deps, route, enter) : enter;
}

/**
 * Throws 403 when the caller is a user who may not use one of the gateways (contract/access#permissions), in words that are the same
 * where there is no such gateway.
 */
export function refuseGateways(ctx: Context, codes: readonly string[]): void {
  // What is no code at all is a fault of the field, which the validation names.
  for (const code of codes.flatMap((one) => pgCode(one) ?? [])) {
    const permission = usePermission(code);
    if (!callerMay(ctx, permission)) {
      const sentence = fieldSentence('no-usable-method', { code, permission });
      throw new RequestError(403, 'permission_denied', sentence);
    }
  }
}

function refuseWhoMayNot(ctx: Context, route: Route): void {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user') return;
  const { permissions } = route;
  // A declaration that lets users in says which; without that it lets in nobody but superusers.
  const needed = permissions === 'none' ? undefined : (permissions ?? []);
  if (needed && !caller.user.superuser && !needed.some((one) => permits(caller.user, one)))
    throw forbidden(needed.join(' or ') || 'superuser');
  const type = bodyOf(ctx)['type'];
  if (route.byType && (type === 'e_commerce' || type === 'payment_request'))
    refuseUnless(ctx, typePermission(route.byType, type));
  if (route.uses) refuseGateways(ctx, codesIn(bodyOf(ctx)[route.uses]));
}

/** The caller, as the audit log shall have them. */
export function doerOf(ctx: Context): Doer {
  const caller = callerOf(ctx);
  return { who: nameOf(caller), merchantId: caller.merchantId, ...subjectIn(ctx) };
}

/** What the audit log shall say is wanted; nothing of a body that will be refused, in which anything may stand. */
function changeIn(ctx: Context, { body, audits }: Route): Pick<Doer, 'change'> {
  if (!audits || !Joi.isSchema(body)) return {};
  const checked = sentBody(ctx, { body }).checked();
  if (Object.keys(checked.faults).length > 0) return {};
  const change = audits(faultless(checked) as never);
  return change ? { change } : {};
}

function codesIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

function readsBody({ body, bodyOptional, bodyAs }: Route): boolean {
  return (body !== undefined || bodyOptional === true) && bodyAs !== 'stream';
}

/** How the body of a route is read, by its declaration. */
export function readingOf({ body, file }: Route) {
  return {
    schema: Joi.isSchema(body) ? body : undefined,
    file: file === undefined ? undefined : { name: file, maxBytes: MAX_ATTACHMENT_BYTES },
  };
}

/** Whether there is a body at all; one of no bytes is none. */
function isSent(ctx: Context): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = ctx.req.headers;
  return encoding !== undefined || length !== '0';
}
