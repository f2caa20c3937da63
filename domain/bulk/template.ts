import { columnNames } from './columns.ts';
import type { Language } from '../language.ts';

export const TEMPLATE_COLUMNS = ['required', 'all'] as const;
/** Those without which no row is right, or all that a file may have, but those of `extra`, which the merchant names. */
export type TemplateColumns = (typeof TEMPLATE_COLUMNS)[number];

/** First in the file; a merchant whose plugin has a currency may leave the second one out. */
const REQUIRED = ['amount', 'currency_code', 'pg_codes'];

type Words = readonly [en: string, ar: string];

const LINE: Readonly<Record<string, Words>> = {
  first_name: ['First name', 'الاسم الأول'],
  last_name: ['Last name', 'اسم العائلة'],
  email: ['E-mail address', 'البريد الإلكتروني'],
  phone: ['Telephone, with the country code', 'الهاتف مع رمز البلد'],
  line1: ['Address', 'العنوان'],
  line2: ['Address, second line', 'العنوان، السطر الثاني'],
  city: ['City', 'المدينة'],
  state: ['State or area', 'المحافظة'],
  country: ['Country, two letters such as KW', 'البلد بحرفين، مثل KW'],
  postal_code: ['Postal code', 'الرمز البريدي'],
};
const BILLING: Words = ['Billing', 'عنوان الفاتورة'];
const SHIPPING: Words = ['Shipping', 'التوصيل'];
const MESSAGES: Words = [
  'Messages by this channel: created, paid; with | between',
  'رسائل بهذه القناة: created أو paid، وبينهما |',
];
const YES_OR_NO: Words = ['true or false', 'true أو false'];

/** What a column is for, as people who fill in a file are told. */
const HINTS: Readonly<Record<string, Words>> = {
  amount: ['Amount, such as 5.250. Required', 'المبلغ، مثل 5.250. مطلوب'],
  currency_code: ['Currency, such as KWD. Required', 'العملة، مثل KWD. مطلوب'],
  pg_codes: [
    'Codes of payment methods, with | between. Required',
    'رموز طرق الدفع، وبينها |. مطلوب',
  ],
  order_no: ['Your order number', 'رقم الطلب لديك'],
  language: ['en or ar', 'en أو ar'],
  customer_id: ['Your name for the customer', 'معرّف العميل لديك'],
  customer_email: ['E-mail address of the customer', 'البريد الإلكتروني للعميل'],
  customer_phone: ['Telephone of the customer', 'هاتف العميل'],
  customer_phone_2: ['Second telephone', 'هاتف ثانٍ'],
  customer_first_name: ['First name of the customer', 'الاسم الأول للعميل'],
  customer_last_name: ['Last name of the customer', 'اسم عائلة العميل'],
  customer_birthdate: ['Date of birth, YYYY-MM-DD', 'تاريخ الميلاد، YYYY-MM-DD'],
  product_type: ['Kind of product', 'نوع المنتج'],
  vendor_name: ['Name of the vendor', 'اسم البائع'],
  unit_code: ['Code of your unit', 'رمز الوحدة'],
  expiration_time: ['Time to pay, such as 3 00:00:00', 'مهلة الدفع، مثل 3 00:00:00'],
  due_datetime: [
    'Date of a reminder, such as 2026-01-31T15:00:00Z',
    'موعد التذكير، مثل 2026-01-31T15:00:00Z',
  ],
  redirect_url: ['Where the customer goes afterwards', 'الصفحة التي يعود إليها العميل'],
  webhook_url: ['Where the result is posted', 'العنوان الذي تُرسل إليه النتيجة'],
  'card_acceptance_criteria.min_expiry_time': [
    'Days for which a card must still be good',
    'عدد الأيام المتبقية لصلاحية البطاقة',
  ],
  email_recipients: ['More e-mail addresses, with | between', 'عناوين بريد أخرى، وبينها |'],
  'notifications.email': MESSAGES,
  'notifications.sms': MESSAGES,
  'notifications.whatsapp': MESSAGES,
  capture_delivery_address: YES_OR_NO,
  capture_delivery_location: YES_OR_NO,
};

/**
 * The first two lines of a file to fill in: the names of its columns, and what they are for. Who leaves the second one where it is
 * has a row at fault, and nothing is made of it (contract/bulk#template).
 */
export function templateLines(
  language: Language,
  which: TemplateColumns,
): readonly [names: readonly string[], hints: readonly string[]] {
  const others = columnNames().filter((name) => !REQUIRED.includes(name));
  const names = which === 'required' ? REQUIRED : [...REQUIRED, ...others];
  return [names, names.map((name) => hintOf(name, language))];
}

function hintOf(name: string, language: Language): string {
  const at = language === 'ar' ? 1 : 0;
  const hint = HINTS[name]?.[at];
  if (hint !== undefined) return hint;
  const [outer, field = ''] = name.split('.');
  const address = outer === 'billing_address' ? BILLING : SHIPPING;
  const line = LINE[field]?.[at];
  if (line === undefined) throw new Error(`Nobody has said what the column ${name} is for.`);
  return `${address[at]}: ${line}`;
}
