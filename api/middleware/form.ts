/** Fields that are lists: repeated keys, or one comma-separated text for e-mails (contract/api.md 0.2). */
const LISTS: ReadonlySet<string> = new Set(['pg_codes', 'email_recipients']);
/** Fields that hold an object; a form can only carry them as JSON text. */
const OBJECTS: ReadonlySet<string> = new Set([
  'billing_address',
  'shipping_address',
  'notifications',
  'extra',
  'agreement',
  'card_acceptance_criteria',
  'branding_options',
  'loyalty',
  'payment_instrument',
]);
/** Fields that are true or false. Anywhere else these words are text, such as somebody's name. */
const FLAGS: ReadonlySet<string> = new Set([
  'generate_qr_code',
  'include_sdk_setup_preload',
  'shortify_attachment_url',
  'shortify_checkout_url',
  'preload_checkout_page',
]);

/** The body that a form means. What cannot be read stays text, and the validation says what is wrong with it. */
export function fromForm(
  fields: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, values]) => [key, valueOf(key, values)]),
  );
}

function valueOf(key: string, values: readonly string[]): unknown {
  if (LISTS.has(key)) return listOf(key, values);
  const last = values.at(-1) ?? '';
  if (OBJECTS.has(key)) return jsonOr(last);
  if (FLAGS.has(key) && (last === 'true' || last === 'false')) return last === 'true';
  return last;
}

function listOf(key: string, values: readonly string[]): unknown {
  const [only] = values;
  if (values.length !== 1 || only === undefined) return values;
  if (only.startsWith('[')) return jsonOr(only);
  return key === 'email_recipients' ? only.split(',').map((email) => email.trim()) : values;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
