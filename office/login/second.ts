import type { Context } from 'koa';
import { intend } from '../../api/access/recorded.ts';
import { undescribedRoute } from '../../api/route.ts';
import type { OfficeLogin } from '../../domain/office-login.ts';
import { renderSecondFactor } from '../../render/office/second-factor.tsx';
import { clockHere } from '../clock.ts';
import { loggedOutFrame } from '../frame.ts';
import { goTo, sendOfficePage } from '../headers.ts';
import { loginFor } from '../next.ts';
import { enter } from './enter.ts';
import { FAULT_STATUS, sentField, loggedOutRoute, nextOf, readForm, stopped } from './form.ts';
import { halfLoginIn, officeOf } from './office-of.ts';

const PATH = '/office/login/second';

/** Where somebody goes whose password was right and who has a second factor. */
export function secondFor(next: string): string {
  return `${PATH}?next=${encodeURIComponent(next)}`;
}

const common = { ...loggedOutRoute, path: PATH } as const;

/** The second step of logging in. Who comes here without the first begins there. */
export const secondFactorRoutes = [
  undescribedRoute('office.second-factor', {
    ...common,
    method: 'GET',
    handle: (deps) => async (ctx) => {
      const half = await halfLoginIn(deps, ctx);
      if (half?.user.secondFactor) show(ctx, half.login);
      else goTo(ctx, loginFor(ctx.query['next']));
    },
  }),
  undescribedRoute('office.show-second-factor', {
    ...common,
    method: 'POST',
    handle: (deps) => async (ctx) => {
      const { logins } = officeOf(deps);
      await readForm(deps, ctx);
      const next = nextOf(ctx);
      const half = await halfLoginIn(deps, ctx);
      if (!half?.user.secondFactor) {
        goTo(ctx, loginFor(next));
        return;
      }
      const { user, login, secret } = half;
      await intend(ctx, { who: `user:${user.username}`, merchantId: user.merchantId });
      const accepted = await deps.access.secondFactors
        .accepts(user, sentField(ctx, 'code'))
        .catch(stopped);
      if (typeof accepted !== 'string') {
        // After too many it begins with the password again.
        if (accepted) await logins.end(secret);
        show(ctx, login, accepted ? accepted.kind : 'wrong');
        return;
      }
      await logins.end(secret);
      const { browser, network, language, passwordSince } = login;
      const place = { browser, network, language };
      await enter(deps, ctx, {
        user: { ...user, passwordSince },
        place,
        ...(accepted === 'recovery-code' && { as: { recoveryCode: true } }),
      });
      goTo(ctx, next);
    },
  }),
];

function show(ctx: Context, login: OfficeLogin, fault?: 'wrong' | 'too-many'): void {
  const html = renderSecondFactor({
    ...loggedOutFrame(ctx, login),
    action: ctx.querystring === '' ? PATH : `${PATH}?${ctx.querystring}`,
    next: nextOf(ctx),
    ...(fault && { fault: { kind: fault, time: clockHere() } }),
  });
  sendOfficePage(ctx, html, fault ? FAULT_STATUS[fault] : 200);
}
