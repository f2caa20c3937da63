import type { Context } from 'koa';
import type { ApiDeps } from '../deps.ts';
import { pageAsking } from './asked-for.ts';
import { callerOf } from './caller.ts';
import { renewLoginCookie } from './login-cookie.ts';
import type { OfficeLogins } from './office-logins.ts';

/**
 * Where a page of the office asks: the person has shown who they are, so their browser gets another value of its cookie with the page
 * (contract/logins#cookie). Nothing for a caller without a login.
 */
export async function renewLogin(
  { office }: Pick<ApiDeps, 'office'>,
  ctx: Context,
  shown: Parameters<OfficeLogins['renew']>[2],
): Promise<void> {
  const caller = callerOf(ctx);
  const login = caller.kind === 'user' ? caller.login : undefined;
  const page = pageAsking(ctx.req);
  if (!office || !login || !page) return;
  await renewLoginCookie(page, (secret) => office.logins.renew(login, secret, shown));
}
