import type { Context } from 'koa';
import { refuseForeignPage } from '../../api/access/own-page.ts';
import { bodyOf, readSmallForm } from '../../api/middleware/body.ts';
import { RequestError } from '../../api/middleware/errors.ts';
import { ANYBODY, type RouteDeps } from '../../api/route.ts';
import type { LoginFault } from '../../render/office/login.tsx';
import { officeErrors } from '../errors.ts';
import { nextPage } from '../next.ts';
import { officeOf } from './office-of.ts';

/** What the routes of who is not logged in have in common. */
export const loggedOutRoute = {
  who: ANYBODY,
  onlyWhere: ({ office }: RouteDeps) => office !== undefined,
  around: (deps: RouteDeps) => [officeErrors(deps)],
} as const;

/** Reads the form that was sent. Throws where another site has sent it, and for more than people can have typed. */
export async function readForm(deps: RouteDeps, ctx: Context): Promise<void> {
  refuseForeignPage(ctx, officeOf(deps).url);
  await readSmallForm(ctx);
}

/** A field of the form that was sent; empty where it is not there. */
export function sentField(ctx: Context, name: string): string {
  const value = bodyOf(ctx)[name];
  return typeof value === 'string' ? value : '';
}

/** The form was sent by the button of the other language, which does nothing else (contract/office#language). */
export function isInOtherLanguage(ctx: Context): boolean {
  return sentField(ctx, 'lang') !== '';
}

/** Where the form leads, or the address of the page with it. */
export function nextOf(ctx: Context): string {
  return nextPage(ctx.method === 'GET' ? ctx.query['next'] : sentField(ctx, 'next'));
}

/** There were too many wrong ones: that is said on the same page, and how long it will be so. */
export function stopped(error: unknown): Extract<LoginFault, { readonly kind: 'too-many' }> {
  if (!(error instanceof RequestError) || error.status !== 429) throw error;
  return { kind: 'too-many', seconds: error.headers['Retry-After'] ?? '60' };
}

/** More than any password has; so much is not hashed. */
export const MOST_HASHED = 1024;

/** What such a page answers. A browser offers to keep a password unless the answer says that it was wrong. */
export const FAULT_STATUS = { wrong: 401, 'too-many': 429, sso: 403 } as const;
