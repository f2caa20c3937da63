import { fileTypeFromBuffer } from 'file-type';
import type { AttachmentExtension } from '../../domain/attachment.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What the old formats of documents and sheets lie in; which of the two it is, no beginning tells. */
const COMPOUND = 'application/x-cfb';

/** What each kind of file is served as, and what its first bytes say that it is; a text has no such bytes. */
const KINDS: Readonly<
  Record<AttachmentExtension, { readonly servedAs: string; readonly sniffedAs?: string }>
> = {
  pdf: { servedAs: 'application/pdf', sniffedAs: 'application/pdf' },
  png: { servedAs: 'image/png', sniffedAs: 'image/png' },
  jpg: { servedAs: 'image/jpeg', sniffedAs: 'image/jpeg' },
  jpeg: { servedAs: 'image/jpeg', sniffedAs: 'image/jpeg' },
  doc: { servedAs: 'application/msword', sniffedAs: COMPOUND },
  xls: { servedAs: 'application/vnd.ms-excel', sniffedAs: COMPOUND },
  docx: { servedAs: WORD, sniffedAs: WORD },
  xlsx: { servedAs: SHEET, sniffedAs: SHEET },
  txt: { servedAs: 'text/plain; charset=utf-8' },
};

/** The content type under which files of this extension are kept and served. */
export function contentTypeOf(extension: AttachmentExtension): string {
  return KINDS[extension].servedAs;
}

/**
 * Whether the bytes are what the extension says: by their beginning, or, for a text, by being UTF-8 without control
 * characters. What a file calls itself on the way is believed nowhere.
 */
export async function isTrue(extension: AttachmentExtension, bytes: Uint8Array): Promise<boolean> {
  const { sniffedAs } = KINDS[extension];
  const sniffed = await sniff(bytes);
  return sniffedAs === undefined ? sniffed === undefined && isText(bytes) : sniffed === sniffedAs;
}

/** A file that ends too early to be read is none of the kinds that are known. */
async function sniff(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime;
  } catch {
    return 'application/octet-stream';
  }
}

function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Tab, line feed, form feed and carriage return belong to texts; what else is below the space does not.
    // oxlint-disable-next-line no-control-regex
    return !/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(text);
  } catch {
    return false;
  }
}
