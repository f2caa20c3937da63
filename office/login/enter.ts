import type { Context } from 'koa';
import { setLoginCookie } from '../../api/access/login-cookie.ts';
import type { LoginPlace } from '../../api/access/office-logins.ts';
import { noteLogin } from '../../api/access/new-places.ts';
import type { RouteDeps } from '../../api/route.ts';
import type { ProvedUser } from '../../api/access/passwords.ts';
import { officeOf } from './office-of.ts';

/** From now on somebody is logged in; who was never there before is told of it by mail. */
export async function enter(
  deps: RouteDeps,
  ctx: Context,
  { user, place }: { readonly user: ProvedUser; readonly place: LoginPlace },
): Promise<void> {
  setLoginCookie(ctx, await officeOf(deps).logins.begin(user, place));
  noteLogin(deps, user, place);
}
