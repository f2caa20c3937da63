import {
  MOST_VALUES,
  parseJson,
  refusePrototype,
  unreadable,
  type Reading,
  type Room,
} from './strict-json.ts';

/** Fields that are lists: repeated keys, or one comma-separated text for e-mails (contract/requests#content-types). */
const LISTS: ReadonlySet<string> = new Set([
  'pg_codes',
  'gateway_code',
  'email_recipients',
  'currencies',
  'pg_names',
  'tags',
  'payment_services',
  'channels',
  'to',
  'cc',
  'bcc',
]);
/** Lists of addresses, which people write with commas. */
const ADDRESSES: ReadonlySet<string> = new Set(['email_recipients', 'to', 'cc', 'bcc']);
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
  'invoice_items',
  'context',
  'attachments',
]);
/** Fields that are true or false. Anywhere else these words are text, such as somebody's name. */
const FLAGS: ReadonlySet<string> = new Set([
  'generate_qr_code',
  'notify_webhook_url',
  'include_sdk_setup_preload',
  'shortify_attachment_url',
  'shortify_checkout_url',
  'preload_checkout_page',
  'capture_delivery_address',
  'capture_delivery_location',
  'capture_address',
  'capture_delivery',
  'email_notification',
  'sms_notification',
  'email_payment_details',
  'sms_payment_details',
]);

/** Fields that are a whole number. */
const NUMBERS: ReadonlySet<string> = new Set(['initiator_id']);

/**
 * The body that a form means. What cannot be read stays text, and the validation says what is wrong with it. Throws 400
 * `parse_error` when a field that is no list stands twice, for JSON that means two things, and for a body of JSON.
 */
export function fromForm(
  fields: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> {
  const [first = ''] = Object.keys(fields);
  // `curl -d` names this type where nobody names one.
  if (first.trimStart().startsWith('{'))
    throw unreadable('This is JSON: send it with Content-Type: application/json.');
  const room = { values: MOST_VALUES };
  return Object.fromEntries(
    Object.entries(fields).map(([key, values]) => [key, valueOf(key, values, room)]),
  );
}

function valueOf(key: string, values: readonly string[], room: Room): unknown {
  refusePrototype(key);
  if (LISTS.has(key)) return listOf(key, values, room);
  if (values.length > 1)
    throw unreadable(`The field ${JSON.stringify(key.slice(0, 64))} is duplicated.`);
  const last = values.at(-1) ?? '';
  if (OBJECTS.has(key)) return jsonOr(last, { within: key, room });
  if (FLAGS.has(key) && (last === 'true' || last === 'false')) return last === 'true';
  if (NUMBERS.has(key) && /^\d{1,15}$/.test(last)) return Number(last);
  return last;
}

function listOf(key: string, values: readonly string[], room: Room): unknown {
  const [only] = values;
  if (values.length !== 1 || only === undefined) return values;
  if (only.startsWith('[')) return jsonOr(only, { within: key, room });
  return ADDRESSES.has(key) ? only.split(',').map((email) => email.trim()) : values;
}

function jsonOr(text: string, how: Reading): unknown {
  return isJson(text) ? parseJson(text, how) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
