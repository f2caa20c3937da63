import { asWritten } from '../search/terms.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a column of a file holds: texts, a list with bars between, yes or no, or a place in `extra`. */
type Kind = 'text' | 'list' | 'flag';

const ADDRESS = ['line1', 'line2', 'city', 'state', 'country', 'postal_code'];
const PERSON = ['first_name', 'last_name', 'email', 'phone'];

/** The columns that a file may have, named as the fields of a request for payment, with dots for what is inside. */
const COLUMNS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...texts(
    'amount',
    'currency_code',
    'order_no',
    'language',
    'customer_id',
    'customer_email',
    'customer_phone',
    'customer_phone_2',
    'customer_first_name',
    'customer_last_name',
    'customer_birthdate',
    'product_type',
    'vendor_name',
    'unit_code',
    'expiration_time',
    'due_datetime',
    'redirect_url',
    'webhook_url',
    'card_acceptance_criteria.min_expiry_time',
    ...ADDRESS.map((field) => `billing_address.${field}`),
    ...[...PERSON, ...ADDRESS].map((field) => `shipping_address.${field}`),
  ),
  ...[
    'pg_codes',
    'email_recipients',
    'notifications.email',
    'notifications.sms',
    'notifications.whatsapp',
  ].map((name): [string, Kind] => [name, 'list']),
  ['capture_delivery_address', 'flag'],
  ['capture_delivery_location', 'flag'],
]);

/** The fields of a request that a row may have, at the first level: others are told as unknown. */
export const BULK_FIELDS: ReadonlySet<string> = new Set([
  ...[...COLUMNS.keys()].map((name) => name.split('.')[0] ?? name),
  'extra',
]);

/** All that have a name of their own: those of `extra` are the merchant's. */
export function columnNames(): readonly string[] {
  return [...COLUMNS.keys()];
}

/** More columns than any table of payments has; each costs time in every row. */
export const MOST_BULK_COLUMNS = 500;

const EXTRA = /^extra\.[\w-]{1,64}$/;

/** Whether a file may have a column of this name. */
export function isColumn(name: string): boolean {
  return COLUMNS.has(name) || EXTRA.test(name);
}

/** The fields that say how to reach a customer. */
const CONTACTS: ReadonlySet<string> = new Set([
  'customer_email',
  'customer_phone',
  'customer_phone_2',
  'email_recipients',
  'billing_address',
  'shipping_address',
]);

/**
 * Whether a file with these columns may say how to reach customers (contract/bulk#errors). What a column holds that means nothing here,
 * such as one with a name of the merchant's own for an address, nobody knows.
 */
export function mayTellContacts(columns: readonly string[]): boolean {
  return columns.some((name) => !isColumn(name) || CONTACTS.has(split(name)[0] ?? name));
}

/**
 * The fields of a request, of the cells of a row by the names of their columns. An empty cell says nothing; columns that are
 * not known are left out. What stands in a cell is checked later, as it is in a request.
 */
export function fieldsOf(cells: Iterable<readonly [string, string]>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const groups = new Map<string, Record<string, unknown>>();
  for (const [name, cell] of cells) {
    const text = asWritten(cell);
    if (text === '' || !isColumn(name)) continue;
    const [outer = '', inner] = split(name);
    const value = valueOf(text, COLUMNS.get(name) ?? 'text');
    if (inner === undefined) fields[outer] = value;
    else {
      const inside = groups.get(outer) ?? {};
      inside[inner] = value;
      groups.set(outer, inside);
      fields[outer] = inside;
    }
  }
  return fields;
}

/** The fields of a row, and those of the defaults that it does not say, as by null: column by column, also of those with a dot. */
export function withDefaults(defaults: Fields, row: Fields): Fields {
  const fields: Record<string, unknown> = { ...defaults };
  for (const [name, said] of Object.entries(row)) {
    const group = defaults[name];
    if (said !== null)
      fields[name] = isGroup(group) && isGroup(said) ? { ...group, ...said } : said;
  }
  return fields;
}

function isGroup(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function split(name: string): readonly string[] {
  const at = name.indexOf('.');
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

function valueOf(text: string, kind: Kind): unknown {
  if (kind === 'list')
    return text
      .split('|')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  if (kind === 'flag') return { true: true, false: false }[text.toLowerCase()] ?? text;
  return text;
}

function texts(...names: readonly string[]): readonly [string, Kind][] {
  return names.map((name) => [name, 'text']);
}
