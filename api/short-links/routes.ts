import { shortCode } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isDeleted } from '../../domain/transaction/archive.ts';
import type { ShortLink } from '../../store/short-links.ts';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../../domain/links.ts';
import { openPage } from '../pages/open-page.ts';
import { type RouteDeps, undescribedRoute, type RouteContext } from '../route.ts';

const common = {
  method: 'GET',
  ...openPage,
  countedBy: ({ code = '' }) => shortCode(code),
  handle: (deps: RouteDeps) => (ctx: RouteContext<'code'>) => follow(deps, ctx),
} as const;

/** Short links, in the two forms that merchants know (contract/checkout#addresses). They lead to our pages only. */
export const shortLinkRoutes = [
  undescribedRoute('pages.short-link', { ...common, path: '/b/:code' }),
  undescribedRoute('pages.short-link-old', { ...common, path: '/c/:code' }),
];

async function follow(deps: ApiDeps, ctx: RouteContext<'code'>): Promise<void> {
  const code = shortCode(ctx.params.code);
  const link = code && (await deps.store.shortLinks.find(code));
  if (!link) throw nothing();
  ctx.redirect(await targetOf(deps, link));
}

async function targetOf({ store, publicUrl }: ApiDeps, link: ShortLink): Promise<string> {
  const to = links(publicUrl);
  if (link.kind === 'checkout') return to.start(link.sessionId);
  const transaction = await store.transactions.find(link);
  if (!transaction || isDeleted(transaction)) throw nothing();
  if (link.kind === 'receipt')
    return inLanguage(to.receiptPdf(link.sessionId), transaction.language);
  if (!transaction.attachment) throw nothing();
  return to.attachment(transaction.attachment.file);
}

function nothing(): Refusal {
  return new Refusal('not_found', 'There is no such link.');
}
