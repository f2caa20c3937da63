import type { Context } from 'koa';
import { isSteppedUp, type OfficeLogin } from '../../domain/office-login.ts';
import type { StepUpBy } from '../../domain/single-sign-on.ts';
import type { User } from '../../domain/user.ts';
import { networkOf } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { RequestError } from '../middleware/errors.ts';
import { callerOf } from './caller.ts';
import { renewLogin } from './renew-login.ts';

/** The header in which a person shows once more who they are, percent-encoded. */
export const STEP_UP = 'X-Step-Up';

/**
 * For what a stolen login shall not do: throws 401 `step_up_required` unless the person shows who they are, or has done so in this
 * login within five minutes, which is not enough where it is asked `anew` (contract/logins#step-up). They show the code of their second factor, or their password where they have none. Throws 429 after too many
 * wrong ones. Who has come in by single sign-on shows it to their issuer, on a page. Programs are not asked.
 */
export async function refuseUnlessSteppedUp(
  deps: Pick<ApiDeps, 'access' | 'office' | 'clientAddress'>,
  ctx: Context,
  asked: 'lately' | 'anew' = 'lately',
): Promise<void> {
  const caller = callerOf(ctx);
  // A service account has nothing to show.
  if (caller.kind !== 'user' || caller.user.service) return;
  const { user, login } = caller;
  const by = stepUpBy(user, login);
  // An issuer is shown it on a page before, never by the request itself.
  const isLatelyEnough = asked === 'lately' || by === 'issuer';
  if (isLatelyEnough && !isStepUpDue(ctx)) return;
  if (by === 'issuer')
    throw new RequestError(
      401,
      'step_up_required',
      'Show once more who you are: log in at your single sign-on again, by the page /office/step-up.',
    );
  const shown = decoded(ctx.get(STEP_UP));
  if (!(await isShown(deps, user, { from: networkOf(deps.clientAddress(ctx)), shown })))
    throw new RequestError(
      401,
      'step_up_required',
      shown === ''
        ? `Show once more who you are: send ${WHAT[by]} in ${STEP_UP}.`
        : `What was sent in ${STEP_UP} is not valid: it has to be ${WHAT[by]}. Our clock says ${new Date().toISOString()}.`,
    );
  await renewLogin(deps, ctx, 'step-up');
}

/** Whether the caller would have to show once more who they are: a person who has not done so in this login lately. */
export function isStepUpDue(ctx: Context): boolean {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user' || caller.user.service) return false;
  return caller.login === undefined || !isSteppedUp(caller.login, Date.now());
}

/** How somebody shows once more who they are, in this login or by a token. */
export function stepUpBy(
  { secondFactor }: Pick<User, 'secondFactor'>,
  login?: Pick<OfficeLogin, 'issuer'>,
): StepUpBy {
  if (login?.issuer !== undefined) return 'issuer';
  return secondFactor ? 'code' : 'password';
}

const WHAT: Readonly<Record<Exclude<StepUpBy, 'issuer'>, string>> = {
  code: 'the next code of your authenticator, or a recovery code',
  password: 'your password',
};

async function isShown(
  { access }: Pick<ApiDeps, 'access'>,
  user: User,
  { from, shown }: { readonly from: string; readonly shown: string },
): Promise<boolean> {
  if (shown === '') return false;
  if (user.secondFactor) return (await access.secondFactors.accepts(user, shown)) !== false;
  return (await access.byPassword(from, user.username, shown)) !== undefined;
}

function decoded(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}
