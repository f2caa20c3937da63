import { lacksSecondFactor } from '../../domain/second-factor-rule.ts';
import type { User } from '../../domain/user.ts';
import type { Store } from '../../store/index.ts';
import type { ApiDeps } from '../deps.ts';

/** Whether somebody whose password was right has to set up a second factor before they do anything else (contract/logins#required-second-factor). */
export async function mustSetUpFactor(
  { merchants }: Pick<Store, 'merchants'>,
  user: User,
): Promise<boolean> {
  const merchant = await merchants.find(user.merchantId);
  return lacksSecondFactor(merchant?.secondFactor, user);
}

/** What to do then, for who sends a password by a program. */
export function howToSetUpFactor({ office }: Pick<ApiDeps, 'office'>): string {
  const page = office ? `Log in at ${new URL('/office/login', office.url).href}, or send` : 'Send';
  return `Your merchant asks for a second factor, and you have none: set one up first. ${page} POST /b/me/v1/second-factor/.`;
}
