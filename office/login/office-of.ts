import type { Context } from 'koa';
import type { LoggedIn } from '../../api/access/asked-for.ts';
import { loginSecretIn } from '../../api/access/login-cookie.ts';
import type { OfficeDeps } from '../../api/deps.ts';
import type { RouteDeps } from '../../api/route.ts';

/** What its pages work with; where there is no office, none of them is served. */
export function officeOf({ office }: RouteDeps): OfficeDeps {
  if (!office) throw new Error('A page of the office is served although there is none.');
  return office;
}

/** Who has shown their password in this browser and has more to show, with what their cookie says. */
export async function halfLoginIn(
  deps: RouteDeps,
  ctx: Context,
): Promise<(LoggedIn & { readonly secret: string }) | undefined> {
  const secret = loginSecretIn(ctx);
  const half = secret === undefined ? undefined : await officeOf(deps).logins.halfOf(secret);
  return half && secret !== undefined ? { ...half, secret } : undefined;
}
