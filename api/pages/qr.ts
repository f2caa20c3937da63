import { Refusal } from '../../domain/refusal.ts';
import { qrPng, qrSvg } from '../../render/qr.ts';
import { undescribedRoute } from '../route.ts';
import { openPage } from './open-page.ts';
import { links } from '../../domain/links.ts';
import { payersView } from '../payer.ts';

/** The checkout address of a transaction as a picture, for a screen, a till or a printed bill. */
export const qrRoute = undescribedRoute('pages.qr-code', {
  method: 'GET',
  path: '/b/checkout/qr/:file',
  ...openPage,
  handle: (deps) => async (ctx) => {
    const [, session, form] = /^(\w+)\.(png|svg)$/.exec(ctx.params.file) ?? [];
    if (form === undefined) throw new Refusal('not_found', 'There is no such picture.');
    const { transaction } = await payersView(deps, session);
    const address = links(deps.publicUrl).start(transaction.sessionId);
    ctx.set({
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Robots-Tag': 'noindex',
    });
    ctx.type = form;
    ctx.body = form === 'png' ? await qrPng(address) : await qrSvg(address);
  },
});
