import type { Context } from 'koa';
import { askReset, passwordByLink, personOfLink } from '../../api/access/account-links.ts';
import { refuseForeignPage } from '../../api/access/own-page.ts';
import { intend } from '../../api/access/recorded.ts';
import { networkOf } from '../../api/client-address.ts';
import { bodyOf, readBody } from '../../api/middleware/body.ts';
import { ANYBODY, undescribedRoute, type RouteDeps } from '../../api/route.ts';
import type { User } from '../../domain/user.ts';
import { renderChoosePassword, renderForgot, renderLinkGone } from '../../render/office/links.tsx';
import { officeErrors } from '../errors.ts';
import { frameOf } from '../frame.ts';
import { goTo, sendOfficePage } from '../headers.ts';
import { officeOf } from './office-of.ts';

const FORGOT = '/office/forgot';
/** No user name and no password is longer. */
const LONGEST_NAME = 150;
const LONGEST_PASSWORD = 1024;

const common = {
  who: ANYBODY,
  onlyWhere: ({ office }: RouteDeps) => office !== undefined,
  around: (deps: RouteDeps) => [officeErrors(deps)],
} as const;

const KINDS = [
  { kind: 'reset', name: 'reset', path: '/office/reset/:link' },
  { kind: 'invitation', name: 'invited', path: '/office/invited/:link' },
] as const;

/** Links in mails to people, by which they choose a password (contract/logins#links). Looking at one uses nothing up: scanners of mail do. */
export const linkRoutes = [
  undescribedRoute('office.forgot', {
    ...common,
    method: 'GET',
    path: FORGOT,
    handle: () => (ctx) => sendOfficePage(ctx, renderForgot({ ...frameOf(ctx), action: FORGOT })),
  }),
  undescribedRoute('office.ask-reset', {
    ...common,
    method: 'POST',
    path: FORGOT,
    // Whoever asks changes nothing; the mail is in the log of messages.
    audit: false,
    handle: (deps) => async (ctx) => {
      await readForm(deps, ctx);
      const username = fieldOf(ctx, 'username').trim().slice(0, LONGEST_NAME);
      await askReset(deps, { from: networkOf(deps.clientAddress(ctx)), username });
      sendOfficePage(ctx, renderForgot({ ...frameOf(ctx), action: FORGOT, isAsked: true }));
    },
  }),
  ...KINDS.flatMap(({ kind, name, path }) => [
    undescribedRoute(`office.${name}`, {
      ...common,
      method: 'GET',
      path,
      handle: (deps) => async (ctx) => {
        const person = await personOfLink(deps, kind, ctx.params.link);
        if (person) show(ctx, { person, kind });
        else sendGone(ctx);
      },
    }),
    undescribedRoute(`office.choose-password-${name}`, {
      ...common,
      method: 'POST',
      path,
      handle: (deps) => async (ctx) => {
        await readForm(deps, ctx);
        const link = { kind, secret: ctx.params.link };
        const person = await personOfLink(deps, kind, link.secret);
        if (!person) {
          sendGone(ctx);
          return;
        }
        await intend(ctx, { who: `user:${person.username}`, merchantId: person.merchantId });
        const password = fieldOf(ctx, 'password').slice(0, LONGEST_PASSWORD);
        const done = await passwordByLink(deps, link, password);
        if (done === 'changed') goTo(ctx, '/office/login');
        else if (done === 'gone') sendGone(ctx);
        else show(ctx, { person, kind, fault: true });
      },
    }),
  ]),
];

function show(
  ctx: Context,
  {
    person,
    kind,
    fault,
  }: { readonly person: User; readonly kind: 'reset' | 'invitation'; readonly fault?: true },
): void {
  const html = renderChoosePassword({
    ...frameOf(ctx),
    action: ctx.path,
    kind,
    username: person.username,
    hasSecondFactor: person.secondFactor ?? false,
    ...(fault && { fault }),
  });
  sendOfficePage(ctx, html, fault ? 400 : 200);
}

function sendGone(ctx: Context): void {
  sendOfficePage(ctx, renderLinkGone(frameOf(ctx)), 410);
}

async function readForm(deps: RouteDeps, ctx: Context): Promise<void> {
  refuseForeignPage(ctx, officeOf(deps).url);
  await readBody(ctx, { schema: undefined, file: undefined });
}

function fieldOf(ctx: Context, name: string): string {
  const value = bodyOf(ctx)[name];
  return typeof value === 'string' ? value : '';
}
