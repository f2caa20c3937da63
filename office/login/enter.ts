import type { Context } from 'koa';
import { noteEmergency } from '../../api/access/emergency-login.ts';
import { setLoginCookie } from '../../api/access/login-cookie.ts';
import type { LoginPlace } from '../../api/access/office-logins.ts';
import { noteLogin } from '../../api/access/new-places.ts';
import type { RouteDeps } from '../../api/route.ts';
import type { ProvedUser } from '../../api/access/passwords.ts';
import { officeOf } from './office-of.ts';

/** From now on somebody is logged in; who was never there before is told of it by mail. `issuer` is the one that has let them in, where it was not a password. */
export async function enter(
  deps: RouteDeps,
  ctx: Context,
  {
    user,
    place,
    issuer,
  }: { readonly user: ProvedUser; readonly place: LoginPlace; readonly issuer?: string },
): Promise<void> {
  const by = issuer === undefined ? undefined : { issuer };
  setLoginCookie(ctx, await officeOf(deps).logins.begin(user, place, by));
  noteLogin(deps, user, place);
  if (!by) noteEmergency(deps, user, place);
}
