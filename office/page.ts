import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { callerMay, callerOf } from '../api/access/caller.ts';
import { settingsOf } from '../api/access/settings.ts';
import { formToken, loginSecretIn } from '../api/access/login-cookie.ts';
import { bodyOf, fileOf, incomingFileOf } from '../api/middleware/body.ts';
import { undescribedRoute, type Route, type RouteContext, type RouteDeps } from '../api/route.ts';
import type { Language } from '../domain/language.ts';
import type { Permission } from '../domain/permission.ts';
import type { TypedFields } from '../render/office/form.tsx';
import { apiClient, type ApiFile } from './client.ts';
import { officeErrors } from './errors.ts';
import { goTo, sendFile, sendOfficePage } from './headers.ts';
import { FORM_OWNER, keptForm, leavesUnknown } from './kept-form.ts';
import { languageFor, otherLanguageUrl } from './language.ts';
import { telling, withoutMadeUpNews } from './news.ts';
import type { MerchantShown, OfficeRequest } from './request.ts';
import { OFFICE_STYLESHEET } from './static.ts';
import { countAnew, openTasks } from './waiting.ts';

/** What a page answers. */
export type OfficeAnswer =
  | { readonly html: string; readonly status?: number }
  /** Another page of the office. */
  | { readonly to: string }
  /** A file of the API, to be kept by the browser. */
  | { readonly download: ApiFile };

/** The field of a form with its number. */
const FORM_NUMBER = 'form_number';

interface Page<P extends string> {
  /** A page that is looked at, unless it says POST. What a POST changes, it changes by the API, which records it. */
  readonly method?: 'POST';
  readonly path: P;
  /** Somebody who is logged in needs one of these; `none`: everybody comes in; an empty list: superusers only. */
  readonly permissions: readonly Permission[] | 'none';
  /** Its form has a file as its last field: a large one, which comes part by part, or a small one as a whole. */
  readonly file?: 'stream' | 'whole';
  /** It is asked for again and again without anybody, so it does not keep the login alive. */
  readonly asksByItself?: true;
  /** What was typed into its form outlives a login that has ended. */
  readonly keepsForm?: true;
  readonly handle: (page: OfficeRequest) => OfficeAnswer | Promise<OfficeAnswer>;
}

interface FormPage<P extends string> extends Omit<Page<P>, 'method' | 'handle'> {
  readonly ask: Page<P>['handle'];
  readonly press: Page<P>['handle'];
}

/**
 * Declares a page with a form that people fill in, and what its buttons do. Its language is changed by the form itself, which is shown
 * again with what was typed and under the same number, and does nothing (contract/office#language).
 */
export function officeForm<
  const A extends string,
  const D extends string,
  const P extends `/office${string}`,
>([asking, doing]: readonly [A, D], { ask, press, file, ...page }: FormPage<P>) {
  return [
    officePage(asking, { ...page, keepsForm: true, handle: ask }),
    officePage(doing, {
      ...page,
      keepsForm: true,
      method: 'POST',
      ...(file && { file }),
      handle: (request) => (request.kept ? ask(request) : press(request)),
    }),
  ] as const;
}

/** Declares a page of the office for people who are logged in (contract/logins#pages). */
export function officePage<const N extends string, const P extends `/office${string}`>(
  name: N,
  { method, path, permissions, asksByItself, keepsForm, file, handle }: Page<P>,
): Route<N> {
  return undescribedRoute<N, P>(name, {
    method: method ?? 'GET',
    path,
    who: ['login'],
    permissions,
    audit: false,
    ...(asksByItself && { asksByItself }),
    ...(file && { file: 'file' as const }),
    ...(file === 'stream' && { fileAs: 'stream' as const }),
    onlyWhere: ({ office }) => office !== undefined,
    around: (deps) => [officeErrors(deps, { keepsForm: keepsForm === true })],
    handle: (deps) => async (ctx) =>
      sendAnswer(ctx, await handle(await requestOf(ctx, deps, keepsForm))),
  });
}

/** Sends what a page answers. */
function sendAnswer(ctx: Context, answer: OfficeAnswer): void {
  if ('to' in answer) goTo(ctx, telling(loginSecretIn(ctx) ?? '', answer.to));
  else if ('download' in answer) sendFile(ctx, answer.download);
  else sendOfficePage(ctx, answer.html, answer.status);
}

async function requestOf(
  ctx: RouteContext<string>,
  deps: RouteDeps,
  keepsForm?: true,
): Promise<OfficeRequest> {
  const { clientAddress, office } = deps;
  const caller = callerOf(ctx);
  const secret = loginSecretIn(ctx);
  if (caller.kind !== 'user' || !caller.login || secret === undefined)
    throw new Error('A page of the office is shown to somebody who is not logged in.');
  const person = { user: caller.user, login: caller.login };
  const language = languageFor(ctx, caller.login);
  const sent = ctx.method === 'GET' ? undefined : textsIn(bodyOf(ctx));
  // The button of the other language is the only one that says it in the form, too.
  const isLooked = sent === undefined || 'lang' in sent;
  const owner = `${person.user.merchantId}/${person.user.id}`;
  const back = keepsForm && !sent ? keptForm(ctx, owner) : undefined;
  const typed = sent ?? back;
  const query = withoutMadeUpNews(secret, ctx.path, ctx.query);
  const field = (name: string) => typed?.[name] ?? (isLooked ? textIn(query, name) : '');
  const number = /^[\w-]{8,64}$/.test(field(FORM_NUMBER)) ? field(FORM_NUMBER) : randomUUID();
  const api = apiClient(ctx, person, clientAddress(ctx));
  const may = (permission: Permission) => callerMay(ctx, permission);
  const [file, wholeFile] = [incomingFileOf(ctx), fileOf(ctx, 'file')];
  if (!isLooked) countAnew(ctx, person);
  const open = isLooked ? await openTasks(ctx, person, api) : undefined;
  return {
    language,
    otherLanguageUrl: otherLanguageUrl(ctx, language),
    stylesheetUrl: OFFICE_STYLESHEET,
    person,
    may,
    api,
    ...(open !== undefined && { openTasks: open }),
    params: ctx.params,
    field,
    asked: isLooked ? askedIn(query) : {},
    ticked: (name) => tickedIn(typed ?? {}, name),
    ...(typed && isLooked && { kept: typed }),
    // It says that nothing was done, which is not known of what was sent before.
    ...(back && !leavesUnknown(back) && { isFormBack: true }),
    merchant: await merchantShown(deps, ctx, language),
    ...(caller.user.superuser &&
      office?.workflowUi !== undefined && { workflowUi: office.workflowUi }),
    form: (action) => ({
      action,
      token: formToken(secret, action),
      number,
      owner: { name: FORM_OWNER, value: owner },
      ...(typed && action === ctx.path && { typed }),
    }),
    number,
    ...(file && { file }),
    ...(wholeFile && { wholeFile }),
  };
}

function textIn(fields: object, name: string): string {
  const value: unknown = Reflect.get(fields, name);
  return typeof value === 'string' ? value : '';
}

function textsIn(fields: object): TypedFields {
  return Object.fromEntries(
    Object.entries(fields).filter((one): one is [string, string] => typeof one[1] === 'string'),
  );
}

function askedIn(query: RouteContext<string>['query']): Readonly<Record<string, string>> {
  const all = Object.entries(query).map(([name, given]) => {
    const values = (Array.isArray(given) ? given : [given ?? '']).map((one) => one.trim());
    return [name, values.filter((one) => one !== '').join(',')] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

/** A field that stands twice in a form is refused, so each box has a name of its own. */
function tickedIn(form: object, name: string): readonly string[] {
  return Object.keys(form)
    .filter((key) => key.startsWith(`${name}.`))
    .map((key) => key.slice(name.length + 1));
}

async function merchantShown(
  { store }: RouteDeps,
  ctx: Context,
  language: Language,
): Promise<MerchantShown> {
  const merchant = await settingsOf(store, ctx);
  const { name = '', nameAr, timeZone, currencies = [], paused } = merchant ?? {};
  return {
    name: (language === 'ar' ? nameAr : undefined) ?? name,
    ...(timeZone !== undefined && { timeZone }),
    currencies,
    isPaused: paused === true,
  };
}
