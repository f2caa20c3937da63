import type { Enclosure } from '../domain/notification/notification.ts';
import type { FetchFile } from '../transports/fetch-file.ts';
import type { Files } from '../transports/files.ts';
import type { MailFile } from '../transports/mail.ts';
import { keptFile } from './kept-file.ts';

/** 5 MB; all files of a mail together, because mail servers refuse what is much larger. */
export const MOST_BYTES = 5_000_000;

/** The files, or why there are none: for good, or until a server that has one, or our typesetter, is there again. */
export type Enclosed =
  | { readonly files: readonly MailFile[] }
  | { readonly end: 'failed'; readonly why: string }
  | { readonly late: string };

/** The files of a mail: those that are with it, and those that are fetched or read now, one after the other. */
export async function enclosed(
  enclosures: readonly Enclosure[],
  { fetchFile, kept }: { readonly fetchFile: FetchFile; readonly kept: Pick<Files, 'open'> },
): Promise<Enclosed> {
  const files: MailFile[] = [];
  let left = MOST_BYTES;
  for (const { name, type, content, url, file } of enclosures) {
    const own = file === undefined ? undefined : await keptFile(kept, file);
    if (file !== undefined && !own) continue;
    const fetched =
      own ??
      (url === undefined
        ? { bytes: Buffer.from(content ?? '', 'base64') }
        : await fetchFile(url, left));
    const number = files.length + 1;
    if (!('bytes' in fetched)) {
      const why = `attachment ${number}: ${fetched.why}`;
      return fetched.final ? { end: 'failed', why } : { late: why };
    }
    left -= fetched.bytes.length;
    if (left < 0)
      return { end: 'failed', why: `attachment ${number}: more than ${MOST_BYTES} bytes in all` };
    files.push({ name, type, bytes: fetched.bytes });
  }
  return { files };
}
