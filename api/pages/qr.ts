import { sessionId } from '../../domain/ids.ts';
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
  countedBy: ({ file = '' }) => pictureIn(file)?.session,
  handle: (deps) => async (ctx) => {
    const picture = pictureIn(ctx.params.file);
    if (!picture) throw new Refusal('not_found', 'There is no such picture.');
    const { form } = picture;
    const { transaction } = await payersView(deps, picture.session);
    const address = links(deps.publicUrl).start(transaction.sessionId);
    ctx.set({
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Robots-Tag': 'noindex',
    });
    ctx.type = form;
    ctx.body = form === 'png' ? await qrPng(address) : await qrSvg(address);
  },
});

/** Of which payment it is, and in which form; undefined where the name is none of ours. */
function pictureIn(file: string) {
  const [, named = '', form] = /^(\w+)\.(png|svg)$/.exec(file) ?? [];
  const session = sessionId(named);
  return session === undefined || form === undefined ? undefined : { session, form };
}
