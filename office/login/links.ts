import type { Context } from 'koa';
import { askReset, passwordByLink, personOfLink } from '../../api/access/account-links.ts';
import { intend } from '../../api/access/recorded.ts';
import { networkOf } from '../../api/client-address.ts';
import { undescribedRoute } from '../../api/route.ts';
import type { User } from '../../domain/user.ts';
import { renderChoosePassword, renderForgot, renderLinkGone } from '../../render/office/links.tsx';
import { loggedOutFrame } from '../frame.ts';
import { goTo, sendOfficePage } from '../headers.ts';
import { isInOtherLanguage, sentField, loggedOutRoute, MOST_HASHED, readForm } from './form.ts';

const FORGOT = '/office/forgot';
/** No user name is longer. */
const LONGEST_NAME = 150;

const KINDS = [
  { kind: 'reset', name: 'reset', path: '/office/reset/:link' },
  { kind: 'invitation', name: 'invited', path: '/office/invited/:link' },
] as const;

/** Links in mails to people, by which they choose a password (contract/logins#links). Looking at one uses nothing up: scanners of mail do. */
export const linkRoutes = [
  undescribedRoute('office.forgot', {
    ...loggedOutRoute,
    method: 'GET',
    path: FORGOT,
    handle: () => (ctx) =>
      sendOfficePage(ctx, renderForgot({ ...loggedOutFrame(ctx), action: FORGOT })),
  }),
  undescribedRoute('office.ask-reset', {
    ...loggedOutRoute,
    method: 'POST',
    path: FORGOT,
    // Whoever asks changes nothing; the mail is in the log of messages.
    audit: false,
    handle: (deps) => async (ctx) => {
      await readForm(deps, ctx);
      const username = sentField(ctx, 'username').trim().slice(0, LONGEST_NAME);
      if (isInOtherLanguage(ctx)) {
        const shown = { ...loggedOutFrame(ctx), action: FORGOT, username };
        sendOfficePage(ctx, renderForgot(shown));
        return;
      }
      await askReset(deps, { from: networkOf(deps.clientAddress(ctx)), username });
      sendOfficePage(ctx, renderForgot({ ...loggedOutFrame(ctx), action: FORGOT, isAsked: true }));
    },
  }),
  ...KINDS.flatMap(({ kind, name, path }) => [
    undescribedRoute(`office.${name}`, {
      ...loggedOutRoute,
      method: 'GET',
      path,
      handle: (deps) => async (ctx) => {
        const person = await personOfLink(deps, kind, ctx.params.link);
        if (person) show(ctx, { person, kind });
        else sendGone(ctx);
      },
    }),
    undescribedRoute(`office.choose-password-${name}`, {
      ...loggedOutRoute,
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
        const password = sentField(ctx, 'password').slice(0, MOST_HASHED);
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
    ...loggedOutFrame(ctx),
    action: ctx.path,
    kind,
    username: person.username,
    hasSecondFactor: person.secondFactor ?? false,
    ...(fault && { fault }),
  });
  sendOfficePage(ctx, html, fault ? 400 : 200);
}

function sendGone(ctx: Context): void {
  sendOfficePage(ctx, renderLinkGone(loggedOutFrame(ctx)), 410);
}
