import type { Context } from 'koa';
import { knownCaller } from '../api/access/caller.ts';
import type { OfficeLogin } from '../domain/office-login.ts';
import type { LoggedOutFrame } from '../render/office/logged-out.tsx';
import { languageFor, otherLanguageUrl } from './language.ts';
import { OFFICE_STYLESHEET } from './static.ts';

/** What stands around a page outside of the office's frame. */
export function frameOf(ctx: Context, login?: Pick<OfficeLogin, 'language'>): LoggedOutFrame {
  const caller = knownCaller(ctx);
  const language = languageFor(ctx, login ?? (caller?.kind === 'user' ? caller.login : undefined));
  return {
    language,
    otherLanguageUrl: otherLanguageUrl(ctx, language),
    stylesheetUrl: OFFICE_STYLESHEET,
  };
}
