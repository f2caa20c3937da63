import { createHash } from 'node:crypto';
import { officeWords } from '../../render/locales/office-words.ts';
import type { NewPaymentFacts } from '../../render/office/new-payment-facts.ts';
import { fieldFaults } from '../answers.ts';
import type { OfficeRequest } from '../request.ts';

type Attached = Pick<NewPaymentFacts, 'attachment'> & Partial<Pick<NewPaymentFacts, 'faults'>>;

/**
 * The file that a new payment will have: the one that was chosen now, which the API keeps at once, else the one of an earlier press. A
 * browser fills in no file again, so that without this a form that is shown again would lose it, and nobody would notice.
 */
export async function attachmentOf({
  api,
  field,
  ticked,
  wholeFile,
  number,
  language,
}: OfficeRequest): Promise<Attached> {
  const [url, name] = [field('attachment_upload_url'), field('attachment_name')];
  if (!wholeFile) {
    const isKept = url !== '' && !ticked('attachment').includes('none');
    return isKept ? { attachment: { url, name } } : {};
  }
  // The same file in the same form is kept once, so that a form that is sent twice asks for one payment.
  const digest = createHash('sha256').update(`${number} ${wholeFile.name} `);
  const own = digest.update(wholeFile.bytes).digest('hex');
  const { status, body } = await api.attach('/b/checkout/v1/upload-attachment/', wholeFile, own);
  if (status === 200) {
    const kept = body as { readonly file_url: string; readonly original_filename: string };
    return { attachment: { url: kept.file_url, name: kept.original_filename } };
  }
  const { file = [officeWords(language).newPayment.fileLost] } = fieldFaults(body);
  return { faults: { file } };
}
