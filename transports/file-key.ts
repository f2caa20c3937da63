declare const brand: unique symbol;

/** The name of a file with its folders, such as `payment_transactions/attachments/invoice.pdf`. */
export type FileKey = string & { readonly [brand]: 'FileKey' };

const PART = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^(?:${PART}/)*${PART}$`);

/**
 * A key of plain letters, whose parts do not begin with a dot: none leads out of its root, on any storage. Undefined for
 * every other text, and for one of more than 500 characters.
 */
export function fileKey(text: string): FileKey | undefined {
  return text.length <= 500 && KEY.test(text) ? (text as FileKey) : undefined;
}
