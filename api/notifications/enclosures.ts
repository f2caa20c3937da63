import { ATTACHMENT_EXTENSIONS, attachmentExtension, baseName } from '../../domain/attachment.ts';
import type { Enclosure } from '../../domain/notification/notification.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { webUrl } from '../../domain/web-url.ts';
import { contentTypeOf, isTrue } from '../attachments/content.ts';
import type { AttachmentBody, SendBody } from './schema.ts';

/** The files of a mail that can be sent, and what is wrong with the others. One by its address is fetched with the mail. */
export async function enclosuresOf({ attachments = [] }: Partial<SendBody>): Promise<{
  readonly enclosures: readonly Enclosure[];
  readonly faults: FieldErrors;
}> {
  const read = await Promise.all(attachments.map(enclosureOf));
  const enclosures = read.flatMap((one) => ('faults' in one ? [] : [one]));
  const rows = read.map((one) => ('faults' in one ? one.faults : {}));
  return { enclosures, faults: enclosures.length < read.length ? { attachments: rows } : {} };
}

async function enclosureOf(
  given: AttachmentBody,
): Promise<Enclosure | { readonly faults: FieldErrors }> {
  const { content, url, size } = given;
  const name = await nameOf(given);
  const extension = attachmentExtension(name);
  if (!extension) return { faults: { filename: ['Files of this kind cannot be attached.'] } };
  const type = contentTypeOf(extension);
  if (url !== undefined && content === undefined) return { name, type, url };
  if (content === undefined || url !== undefined)
    return { faults: { content: ['Send either content or url.'] } };
  const bytes = Buffer.from(content, 'base64');
  if (size !== undefined && Number(size) !== bytes.length)
    return { faults: { size: [`The content has ${bytes.length} bytes.`] } };
  if (!(await isTrue(extension, bytes)))
    return { faults: { content: [`The content is no ${extension} file.`] } };
  return { name, type, content };
}

/** What the file is called: as the program says, as its address ends, or by its kind alone. */
async function nameOf({ filename, url, content, content_type: type }: AttachmentBody) {
  if (filename !== undefined) return baseName(filename);
  const last = url === undefined ? '' : baseName(webUrl(url)?.pathname ?? '');
  if (attachmentExtension(last)) return last;
  const kind = ATTACHMENT_EXTENSIONS.find((one) => contentTypeOf(one).split(';')[0] === type);
  return `attachment.${kind ?? (await kindOf(Buffer.from(content ?? '', 'base64')))}`;
}

async function kindOf(bytes: Buffer): Promise<string> {
  for (const extension of ATTACHMENT_EXTENSIONS)
    if (bytes.length > 0 && (await isTrue(extension, bytes))) return extension;
  return '';
}
