import type { Context, Middleware } from 'koa';
import { NOT_LOGGED_IN } from '../api/access/authorize-login.ts';
import { bodyOf } from '../api/middleware/body.ts';
import { FileTooLarge, problemOf, RequestError } from '../api/middleware/errors.ts';
import type { RouteDeps } from '../api/route.ts';
import { renderOfficeMessage, type OfficeMessage } from '../render/office/message.tsx';
import { loggedOutFrame } from './frame.ts';
import { goTo, sendOfficePage } from './headers.ts';
import { keepForm, leavesUnknown } from './kept-form.ts';
import { languageFor } from './language.ts';
import { isOfOffice, loginFor } from './next.ts';

type Served = Pick<RouteDeps, 'office' | 'logger'>;

/** The same around every address below `/office`, where there is an office: also where there is no page, and for who is not logged in. */
export function officeAddresses(deps: Served): Middleware {
  const asPage = officeErrors(deps);
  return (ctx, next) => (deps.office && isOfOffice(ctx.path) ? asPage(ctx, next) : next());
}

/**
 * On pages people read, so what goes wrong is a page, too. Who is not logged in is led to the login page, and from there on to what they
 * wanted to see; with `keepsForm` also to the form that they have sent, with what they typed. Where the office has a host of its own, there is nothing under another one.
 */
export function officeErrors(
  { office, logger }: Served,
  { keepsForm = false }: { readonly keepsForm?: boolean } = {},
): Middleware {
  return async (ctx, next) => {
    try {
      if (office?.isOnlyThere && new URL(office.url).host !== ctx.get('Host'))
        throw new RequestError(404, 'not_found', 'There is nothing at this address.');
      await next();
    } catch (error) {
      const { requestId } = ctx.state;
      const { status, headers = {} } = problemOf(error, requestId);
      if (status >= 500) logger.error({ err: error, requestId }, 'page failed');
      ctx.set({ ...headers });
      if (error instanceof RequestError && error.code === NOT_LOGGED_IN) {
        // So that the browser keeps what the address says.
        languageFor(ctx);
        goTo(ctx, loginFor(await wantedBy(ctx, keepsForm)));
        return;
      }
      const isSent = ctx.method !== 'GET' && ctx.method !== 'HEAD';
      const isAgain = isSent && leavesUnknown(bodyOf(ctx));
      const message = messageFor(error, status, { isSent, isAgain });
      const { otherLanguageUrl, ...frame } = loggedOutFrame(ctx);
      sendOfficePage(
        ctx,
        renderOfficeMessage({
          ...frame,
          // The form that was sent would not come along.
          ...(!isSent && otherLanguageUrl !== undefined && { otherLanguageUrl }),
          message,
          requestId,
          seconds: headers['Retry-After'],
        }),
        status,
      );
    }
  };
}

/** What somebody wanted to see: a page, or the form that they have sent. */
async function wantedBy(ctx: Context, keepsForm: boolean): Promise<string> {
  if (ctx.method === 'GET') return ctx.url;
  return keepsForm && (await keepForm(ctx)) ? ctx.path : refererPath(ctx);
}

/** The page with the form that was sent. */
function refererPath(ctx: Context): string {
  const referer = ctx.get('Referer');
  if (!URL.canParse(referer)) return '';
  const { pathname, search } = new URL(referer);
  return `${pathname}${search}`;
}

function messageFor(
  error: unknown,
  status: number,
  { isSent, isAgain }: { readonly isSent: boolean; readonly isAgain: boolean },
): OfficeMessage {
  if (error instanceof RequestError && error.code === 'form_expired') return 'form-expired';
  if (error instanceof RequestError && error.code === 'foreign_page') return 'foreign-page';
  if (error instanceof FileTooLarge) return 'large-file';
  switch (status) {
    case 403:
      if (!isSent) return 'forbidden';
      return isAgain ? 'forbidden-again' : 'forbidden-sent';
    case 404:
      return 'not-found';
    case 405:
      return 'no-such-use';
    case 429:
      return isAgain ? 'too-many-again' : 'too-many';
    case 503:
      return isSent ? 'unavailable-sent' : 'unavailable';
    default:
      if (status < 500) return 'unreadable';
      return isSent ? 'error-sent' : 'error';
  }
}
