import type { Context } from 'koa';
import { noteEmergency } from '../../api/access/emergency-login.ts';
import { setLoginCookie } from '../../api/access/login-cookie.ts';
import type { LoginKind, LoginPlace } from '../../api/access/office-logins.ts';
import { noteLogin } from '../../api/access/new-places.ts';
import type { RouteDeps } from '../../api/route.ts';
import type { ProvedUser } from '../../api/access/passwords.ts';
import { officeOf } from './office-of.ts';

/** From now on somebody is logged in; who was never there before is told of it by mail. `as` says what let them in, where that was no password with or without a code. */
export async function enter(
  deps: RouteDeps,
  ctx: Context,
  {
    user,
    place,
    as,
  }: {
    readonly user: ProvedUser;
    readonly place: LoginPlace;
    readonly as?: Exclude<LoginKind, 'half'>;
  },
): Promise<void> {
  setLoginCookie(ctx, await officeOf(deps).logins.begin(user, place, as));
  noteLogin(deps, user, place);
  if (!as || !('issuer' in as)) noteEmergency(deps, user, place);
}
