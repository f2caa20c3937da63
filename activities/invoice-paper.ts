import { nameIn } from '../domain/language.ts';
import { brandOf } from '../domain/theme.ts';
import { links } from '../domain/links.ts';
import type { Merchant } from '../domain/merchant.ts';
import { isPayableAt } from '../domain/transaction/payable.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import { invoiceSheet } from '../render/files/invoice-pdf.ts';
import type { PdfPool } from '../pdf/pool.ts';
import { billFacts } from '../render/pages/bill-facts.ts';
import { qrSvg } from '../render/qr.ts';
import type { Store } from '../store/index.ts';
import type { Enclosed } from './enclosures.ts';

export interface PaperStores {
  readonly invoices: Pick<Store['invoices'], 'findForPayer'>;
  readonly logos: Pick<Store['logos'], 'findForPayer'>;
}

interface About {
  readonly transaction: Transaction;
  readonly merchant: Merchant;
  readonly publicUrl: string | undefined;
  readonly print: PdfPool['print'];
}

/**
 * The invoice that a payment asks the money of, as the PDF that its page gives; none where it asks for no invoice's. Late
 * where it is not printed.
 */
export async function invoicePaper(
  { invoices, logos }: PaperStores,
  { transaction, merchant, publicUrl, print }: About,
): Promise<Enclosed> {
  const { sessionId, language, invoiceNumber, methods } = transaction;
  const invoice = invoiceNumber === undefined ? undefined : await invoices.findForPayer(sessionId);
  if (!invoice || publicUrl === undefined) return { files: [] };
  const logo = merchant.logo === undefined ? undefined : await logos.findForPayer(merchant.logo);
  const { accent } = brandOf(merchant, publicUrl);
  const url = links(publicUrl).start(sessionId);
  const isPayable = isPayableAt(transaction, Date.now());
  const sheet = invoiceSheet({
    language,
    merchantName: nameIn(merchant, language),
    bill: billFacts({ invoice, transaction, merchant }, language),
    isSandbox: methods.some(({ sandbox }) => sandbox),
    timeZone: merchant.timeZone,
    ...(logo && { logo }),
    ...(accent !== undefined && { accent }),
    ...(isPayable && { pay: { url, code: await qrSvg(url) } }),
  });
  try {
    const name = `invoice-${invoice.number.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`;
    return { files: [{ name, type: 'application/pdf', bytes: await print(sheet) }] };
  } catch {
    // Also of a document that cannot be set: tried without end it would keep its message from ever coming to its end.
    return { late: 'the invoice is not printed yet' };
  }
}
