import type { Context, Middleware, Next } from 'koa';
import { MAX_ATTACHMENT_BYTES } from '../../domain/attachment.ts';
import { permits } from '../../domain/permission.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf, dropIncoming, readBody, readFormBeforeFile } from '../middleware/body.ts';
import { RequestError } from '../middleware/errors.ts';
import { isAudited, type Route } from '../route.ts';
import { doerOf } from './authorize.ts';
import { forbidden, setCaller } from './caller.ts';
import { isFormToken, loginSecretIn } from './login-cookie.ts';
import { refuseForeignPage } from './own-page.ts';
import { intend, recorded, type RecordDeps } from './recorded.ts';

/** The field of a form that says which page has shown it. */
export const FORM_TOKEN = 'form_token';

/** The code of the refusal that leads to the login page. */
export const NOT_LOGGED_IN = 'not_logged_in';

/**
 * Lets in people who are logged in, to a page of the office (contract/logins#pages). Throws 403 for a form that another site has
 * sent, 401 `not_logged_in` for who is not logged in, 403 for who may not see the page, 403 `form_expired` for a form of another login.
 */
export function authorizeLogin(
  { office, ...deps }: RecordDeps & Pick<ApiDeps, 'office'>,
  route: Route,
): Middleware {
  if (!office) throw new Error(`${route.name} is served although there is no office.`);
  const enter: Middleware = async (ctx, next) => {
    const isLook = route.method === 'GET';
    if (!isLook) refuseForeignPage(ctx, office.url);
    const secret = loginSecretIn(ctx);
    const by = route.asksByItself ? 'itself' : undefined;
    const person = secret === undefined ? undefined : await office.logins.of(secret, by);
    if (secret === undefined || !person)
      throw new RequestError(401, NOT_LOGGED_IN, 'Your login has ended. Log in again.');
    setCaller(ctx, { kind: 'user', merchantId: person.user.merchantId, ...person });
    const { permissions } = route;
    const needed = permissions === 'none' ? undefined : (permissions ?? []);
    if (needed && !person.user.superuser && !needed.some((one) => permits(person.user, one))) {
      if (!isLook) {
        await intend(ctx, doerOf(ctx));
        await readUnusedForm(ctx, route);
      }
      throw forbidden(needed.join(' or ') || 'superuser');
    }
    try {
      if (!isLook) await refuseForeignForm(ctx, route, secret);
      if (isAudited(route)) await intend(ctx, doerOf(ctx));
      await (isLook || isAudited(route) ? next() : recordingRefusal(ctx, next));
    } finally {
      dropIncoming(ctx);
    }
  };
  // Also where the API records what a page does: a page that is refused never asks it.
  return isAudited(route) || route.method !== 'GET' ? recorded(deps, route, enter) : enter;
}

/** Reads a form with which nothing is done: it says whether it was sent before without an answer, and who sent it is told. */
async function readUnusedForm(ctx: Context, { file = 'file' }: Route): Promise<void> {
  await readFormBeforeFile(ctx, file).catch(() => undefined);
  dropIncoming(ctx);
}

/** What may not be pressed, because what it is about may not even be looked at, is not asked of the API as a change, which would be recorded. */
async function recordingRefusal(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (error instanceof RequestError && error.status === 403) await intend(ctx, doerOf(ctx));
    throw error;
  }
}

/** Of another login, or of another address. Reads the form. */
async function refuseForeignForm(
  ctx: Context,
  { file, fileAs }: Route,
  secret: string,
): Promise<void> {
  const attached = file && { name: file, maxBytes: MAX_ATTACHMENT_BYTES };
  if (file && fileAs === 'stream') await readFormBeforeFile(ctx, file);
  else await readBody(ctx, { schema: undefined, file: attached });
  const token = bodyOf(ctx)[FORM_TOKEN];
  if (typeof token !== 'string' || !isFormToken(secret, ctx.path, token))
    throw new RequestError(
      403,
      'form_expired',
      'You have logged in again since this form was shown. Nothing was done. Open the page again.',
    );
}
