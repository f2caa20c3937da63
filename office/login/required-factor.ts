import type { Context } from 'koa';
import { intend } from '../../api/access/recorded.ts';
import { factorOf } from '../../api/access/second-factor.ts';
import { undescribedRoute, type RouteDeps } from '../../api/route.ts';
import { secondFactorSet } from '../../api/me/second-factor-set.ts';
import {
  renderFirstRecoveryCodes,
  renderRequiredFactor,
} from '../../render/office/required-factor.tsx';
import { qrSvg } from '../../render/qr.ts';
import { loggedOutFrame } from '../frame.ts';
import { goTo, sendOfficePage } from '../headers.ts';
import { clockHere } from '../clock.ts';
import { loginFor } from '../next.ts';
import { enter } from './enter.ts';
import { FAULT_STATUS, loggedOutRoute, nextOf, readForm, sentField, stopped } from './form.ts';
import { halfLoginIn, officeOf } from './office-of.ts';
import type { LoginFault } from '../../render/office/login.tsx';

const PATH = '/office/login/factor';

/** Where somebody goes whose password was right, and whose merchant wants a second factor of them that they do not have. */
export function requiredFactorFor(next: string): string {
  return `${PATH}?next=${encodeURIComponent(next)}`;
}

const common = { ...loggedOutRoute, path: PATH } as const;

/**
 * Setting up the second factor that a merchant asks for, between the password and the login (contract/logins#required-second-factor).
 * Its secret is made of what this browser alone holds: the page can be looked at again, in another language, too, and nobody else who
 * knows the password is shown it.
 */
export const requiredFactorRoutes = [
  undescribedRoute('office.required-factor', {
    ...common,
    method: 'GET',
    handle: (deps) => async (ctx) => {
      const half = await halfOf(deps, ctx);
      if (half) await show(deps, ctx, half);
      else goTo(ctx, loginFor(ctx.query['next']));
    },
  }),
  undescribedRoute('office.set-up-required-factor', {
    ...common,
    method: 'POST',
    handle: (deps) => async (ctx) => {
      const { logins } = officeOf(deps);
      await readForm(deps, ctx);
      const next = nextOf(ctx);
      const half = await halfOf(deps, ctx);
      if (!half) {
        goTo(ctx, loginFor(next));
        return;
      }
      const { user, login, secret } = half;
      await intend(ctx, { who: `user:${user.username}`, merchantId: user.merchantId });
      const { secondFactors } = deps.access;
      await secondFactors.begin(user, factorOf(user, secret));
      const codes = await secondFactors.confirm(user, sentField(ctx, 'code')).catch(stopped);
      if (codes === 'is-on') {
        // Another press was quicker, and this half of a login is over.
        goTo(ctx, loginFor(next));
        return;
      }
      if (!codes || 'seconds' in codes) {
        // After too many it begins with the password again.
        if (codes) await logins.end(secret);
        await show(deps, ctx, half, codes ?? { kind: 'wrong', time: clockHere() });
        return;
      }
      await secondFactorSet(deps, user);
      const { browser, network, language, passwordSince } = login;
      const place = { browser, network, language };
      await enter(deps, ctx, { user: { ...user, secondFactor: true, passwordSince }, place });
      sendOfficePage(
        ctx,
        renderFirstRecoveryCodes({ ...loggedOutFrame(ctx, half.login), codes, next }),
      );
    },
  }),
];

/** Who has shown their password in this browser, and has no second factor. */
async function halfOf(deps: RouteDeps, ctx: Context) {
  const half = await halfLoginIn(deps, ctx);
  return half?.user.secondFactor ? undefined : half;
}

type Half = NonNullable<Awaited<ReturnType<typeof halfOf>>>;

async function show(deps: RouteDeps, ctx: Context, half: Half, fault?: LoginFault): Promise<void> {
  const { user, secret } = half;
  const { secret: typed, url } = factorOf(user, secret);
  const svg = await qrSvg(url);
  const frame = loggedOutFrame(ctx, half.login);
  const merchant = await deps.store.merchants.find(user.merchantId);
  const html = renderRequiredFactor({
    ...frame,
    action: ctx.querystring === '' ? PATH : `${PATH}?${ctx.querystring}`,
    next: nextOf(ctx),
    merchantName:
      (frame.language === 'ar' ? merchant?.nameAr : undefined) ?? merchant?.name ?? user.merchantId,
    username: user.username,
    secret: typed,
    qrUrl: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    ...(fault && { fault }),
  });
  if (fault?.kind === 'too-many') ctx.set('Retry-After', fault.seconds);
  sendOfficePage(ctx, html, fault ? FAULT_STATUS[fault.kind] : 200);
}
