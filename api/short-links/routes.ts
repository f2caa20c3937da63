import Router from '@koa/router';
import type { Context } from 'koa';
import { shortCode } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ShortLink } from '../../store/short-links.ts';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../links.ts';
import { pageErrors } from '../pages/message.ts';

/** Short links, in the two forms that merchants know (contract/events-and-pages.md 8.1). They lead to our pages only. */
export function shortLinkRoutes(deps: ApiDeps): Router {
  const router = new Router();
  const follow = async (ctx: Context): Promise<void> => {
    const code = shortCode(String(ctx['params']['code']));
    const link = code && (await deps.store.shortLinks.find(code));
    if (!link) throw nothing();
    ctx.redirect(await targetOf(deps, link));
  };
  router.get('/b/:code', pageErrors(deps), follow);
  router.get('/c/:code', pageErrors(deps), follow);
  return router;
}

async function targetOf({ store, publicUrl }: ApiDeps, link: ShortLink): Promise<string> {
  const to = links(publicUrl);
  if (link.kind === 'checkout') return to.start(link.sessionId);
  const transaction = await store.transactions.find(link);
  if (transaction && link.kind === 'receipt')
    return inLanguage(to.receiptPdf(link.sessionId), transaction.language);
  if (!transaction?.attachment) throw nothing();
  return to.attachment(transaction.attachment.file);
}

function nothing(): Refusal {
  return new Refusal('not_found', 'There is no such link.');
}
