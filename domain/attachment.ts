/** A file that belongs to a transaction. */
export interface Attachment {
  /** What it is stored and served as; nobody can guess it. */
  readonly file: string;
  /** What the merchant called it; people see it. */
  readonly name: string;
}

/** What may be attached (contract/transactions#attachments). */
export const ATTACHMENT_EXTENSIONS = [
  'pdf',
  'jpeg',
  'png',
  'doc',
  'docx',
  'jpg',
  'xls',
  'xlsx',
  'txt',
] as const;

export type AttachmentExtension = (typeof ATTACHMENT_EXTENSIONS)[number];

/** Characters of the name that the merchant gives a file. */
export const MAX_ATTACHMENT_NAME = 100;

/** 2.5 MB, in bytes. */
export const MAX_ATTACHMENT_BYTES = 2_500_000;

/** Where attachments lie, below the root of all files and below `/media/`. */
export const ATTACHMENT_FOLDER = 'payment_transactions/attachments';

/** The name without the folders that some programs send with it (contract/transactions#attachments). */
export function baseName(given: string): string {
  return given.split(/[/\\]/).at(-1) ?? '';
}

/** Marks of direction, and what is no text of one line (contract/requests#texts). */
const UNSHOWN = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The name of an uploaded file as people see it: without folders, and without what is invisible or turns the direction of reading around. */
export function shownName(given: string): string {
  return baseName(given).replaceAll(UNSHOWN, '').trim();
}

/** The extension of a name, in small letters; undefined when such files cannot be attached. */
export function attachmentExtension(name: string): AttachmentExtension | undefined {
  const given = /[^.]\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return ATTACHMENT_EXTENSIONS.find((extension) => extension === given);
}

/**
 * The name under which a file is stored: what is plain in the merchant's own name, so that people recognise it, and
 * `randomBytes` (16 bytes) in hex, so that nobody guesses it.
 */
export function storedNameOf(
  name: string,
  extension: AttachmentExtension,
  randomBytes: Uint8Array,
): string {
  const plain = name
    .slice(0, name.lastIndexOf('.'))
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  const random = [...randomBytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${plain === '' ? 'file' : plain}_${random.join('')}.${extension}`;
}

/**
 * The path of a stored file, as `file_url` gives it and `attachment_upload_url` takes it
 * (contract/transactions#attachments).
 */
export function attachmentPath(file: string): string {
  return `${ATTACHMENT_FOLDER}/${file}`;
}

/** The stored name in such a path, or in the whole address of the file; undefined when it can be neither. */
export function fileIn(pathOrUrl: string): string | undefined {
  const path = /^(?:https?:\/\/[^/?#]+\/media\/)?payment_transactions\/attachments\/([^/?#]+)$/;
  const [, file] = path.exec(pathOrUrl) ?? [];
  return file !== undefined && isStoredName(file) ? file : undefined;
}

/** Whether this can be the name of a stored attachment. */
export function isStoredName(file: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9-]{0,39}_[0-9a-f]{32}\.[a-z]{3,4}$/.test(file);
}
