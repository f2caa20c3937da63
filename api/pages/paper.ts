import type { Context } from 'koa';
import type { Merchant } from '../../domain/merchant.ts';
import { brandOf, type Colour } from '../../domain/theme.ts';
import { PdfPoolBusy } from '../../pdf/pool.ts';
import type { Sheet } from '../../render/files/paper.ts';
import type { ApiDeps } from '../deps.ts';
import { Unavailable } from '../../engine/unavailable.ts';

/** Prints a sheet and sends it as a PDF of this name, to be read in the browser. Throws `Unavailable` when it has to wait too long. */
export async function sendPaper(
  ctx: Context,
  deps: Pick<ApiDeps, 'pdfPool'>,
  { sheet, name }: { readonly sheet: Sheet; readonly name: string },
): Promise<void> {
  ctx.set('X-Robots-Tag', 'noindex, nofollow');
  // What a file system would take for something else is no part of the name.
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  ctx.attachment(`${plain}.pdf`, { type: 'inline' });
  ctx.body = await printed(deps, sheet);
  ctx.type = 'application/pdf';
}

/** The merchant's picture and colour for a sheet, where there are any. */
export async function paperBrandOf(
  { store, publicUrl }: Pick<ApiDeps, 'store' | 'publicUrl'>,
  merchant: Merchant,
): Promise<{ readonly logo?: Uint8Array; readonly accent?: Colour }> {
  const { logo: name } = merchant;
  const { accent } = brandOf(merchant, publicUrl);
  const logo = name === undefined ? undefined : await store.logos.findForPayer(name);
  return { ...(logo && { logo }), ...(accent !== undefined && { accent }) };
}

async function printed({ pdfPool }: Pick<ApiDeps, 'pdfPool'>, sheet: Sheet): Promise<Buffer> {
  try {
    return await pdfPool.print(sheet);
  } catch (error) {
    if (error instanceof PdfPoolBusy) throw new Unavailable(error.message, { cause: error });
    throw error;
  }
}
