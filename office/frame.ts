import type { Context } from 'koa';
import { knownCaller } from '../api/access/caller.ts';
import type { OfficeLogin } from '../domain/office-login.ts';
import type { OfficeFrame, Section } from '../render/office/frame-facts.ts';
import type { LoggedOutFrame } from '../render/office/logged-out.tsx';
import { languageFor, otherLanguageUrl } from './language.ts';
import { mayAdd, mayView, mayViewBulks } from './may.ts';
import type { OfficeRequest } from './request.ts';
import { OFFICE_STYLESHEET } from './static.ts';

/** What stands around a page for who is not logged in, and around one that says what is the matter. */
export function loggedOutFrame(
  ctx: Context,
  login?: Pick<OfficeLogin, 'language'>,
): LoggedOutFrame {
  const caller = knownCaller(ctx);
  const language = languageFor(ctx, login ?? (caller?.kind === 'user' ? caller.login : undefined));
  return {
    language,
    otherLanguageUrl: otherLanguageUrl(ctx, language),
    stylesheetUrl: OFFICE_STYLESHEET,
  };
}

type Frameable = Pick<
  OfficeRequest,
  | 'language'
  | 'otherLanguageUrl'
  | 'stylesheetUrl'
  | 'person'
  | 'may'
  | 'form'
  | 'merchant'
  | 'openTasks'
  | 'isFormBack'
>;

/** What stands around a page for who is logged in: where they may go, and who they are. */
export function officeFrame(page: Frameable, current?: Section): OfficeFrame {
  const { language, otherLanguageUrl, stylesheetUrl, person, merchant } = page;
  return {
    language,
    otherLanguageUrl,
    stylesheetUrl,
    merchantName: merchant.name,
    ...(merchant.timeZone !== undefined && { timeZone: merchant.timeZone }),
    personName: nameOf(person.user),
    sections: [
      { name: 'inbox', href: '/office/inbox' },
      ...(mayView(page) ? [{ name: 'payments', href: '/office/payments' } as const] : []),
      ...(mayAdd(page) ? [{ name: 'new-payment', href: '/office/payments/new' } as const] : []),
      ...(mayViewBulks(page) ? [{ name: 'bulk', href: '/office/bulk' } as const] : []),
    ],
    ...(current && { current }),
    ...(page.openTasks !== undefined && { openTasks: page.openTasks }),
    logOut: page.form('/office/logout'),
    isPaused: merchant.isPaused,
    ...(page.isFormBack && { isFormBack: true }),
  };
}

function nameOf({ firstName, lastName, username }: OfficeRequest['person']['user']): string {
  const name = [firstName, lastName].map((part = '') => part.trim()).join(' ');
  return name.trim() || username;
}
