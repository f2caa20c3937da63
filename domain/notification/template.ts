/** What a template may name in `{{ }}` (contract/messages#templates), beside `extra.<key>`. */
export const PLACEHOLDERS = [
  'merchant_name',
  'merchant_logo_url',
  'merchant_phone',
  'merchant_email',
  'unit_title',
  'customer_first_name',
  'customer_last_name',
  'customer_full_name',
  'amount',
  'currency_code',
  'fee',
  'total',
  'settled_amount',
  'remaining_amount',
  'order_no',
  'reference_number',
  'session_id',
  'state',
  'state_label',
  'payment_date',
  'due_date',
  'due_datetime',
  'expires_at',
  'checkout_url',
  'checkout_short_url',
  'qr_code_url',
  'receipt_url',
  'receipt_short_url',
  'invoice_number',
  'invoice_pdf_url',
  'attachment_short_url',
  'gateway_name',
  'card_number',
  'refunded_amount',
  'voided_amount',
  'captured_amount',
  'operation_amount',
  'message',
  'disclaimer',
  'terms_url',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What stands for the placeholders; what is missing is empty. */
export type Values = Readonly<Partial<Record<Placeholder, string>>> & {
  readonly [extra: `extra.${string}`]: string | undefined;
};

/** What stands in two braces; no name is nearly as long as this, and a search for an end that never comes has one. */
export const IN_BRACES = /\{\{(.{0,200}?)\}\}/gs;

/** The names in a template that nothing will ever stand for, each once: such a template is refused. */
export function unknownPlaceholders(template: string): readonly string[] {
  const names = [...template.matchAll(IN_BRACES)].map(([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => !isKnown(name)))];
}

/** The template with its values. They are text: what looks like a placeholder in one stays as it is. */
export function fill(template: string, values: Values): string {
  return template.replace(IN_BRACES, (whole, inner: string) => {
    const name = inner.trim();
    if (isKnown(name)) return values[name] ?? '';
    // A program's own name, in words that came with its values.
    return values[`extra.${name}`] ?? whole;
  });
}

/** The value under a name, where it is one that a template may have. */
export function placeholder(name: string): keyof Values | undefined {
  return isKnown(name) ? name : undefined;
}

function isKnown(name: string): name is Placeholder | `extra.${string}` {
  return PLACEHOLDERS.some((one) => one === name) || /^extra\.[\w-]{1,64}$/.test(name);
}
