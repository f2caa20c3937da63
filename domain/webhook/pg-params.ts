import { type JsonObject, withoutEmpty } from '../json.ts';

/** Key, English and Arabic label, in the order in which they are shown (contract/webhooks#gateway-details). */
const TABLE = [
  ['auth_code', 'Auth Code', 'رمز التفويض'],
  ['card_type', 'Card Type', 'نوع البطاقة'],
  ['card_holder', 'Card Holder', 'اسم حامل البطاقة'],
  ['cardholder_email', 'Cardholder Email', 'البريد الإلكتروني لحامل البطاقة'],
  ['card_number', 'Card Number', 'رقم البطاقة'],
  ['card_issuer', 'Card Issuer', 'جهة إصدار البطاقة'],
  ['card_expiry_month', 'Card Expiry Month', 'شهر انتهاء البطاقة'],
  ['card_expiry_year', 'Card Expiry Year', 'سنة انتهاء البطاقة'],
  ['full_card_expiry', 'Full Card Expiry', 'تاريخ انتهاء البطاقة بالكامل'],
  ['ref', 'Reference ID', 'معرف المرجع'],
  ['result', 'Result', 'النتيجة'],
  ['track_id', 'Track ID', 'رقم التتبع'],
  ['post_date', 'Post Date', 'تاريخ المعاملة'],
  ['transaction_id', 'Transaction ID', 'رقم العملية'],
  ['payment_id', 'Payment ID', 'رقم الدفع'],
  ['pg_message', 'PG Message', 'رسالة بوابة الدفع'],
  ['receipt_no', 'Receipt No', 'رقم الإيصال'],
  ['transaction_no', 'Transaction NO', 'رقم المعاملة'],
  ['decision', 'Decision', 'القرار'],
  ['dcc_payer_amount', 'DCC Payer Amount', 'المبلغ بعملة الدافع (DCC)'],
  ['dcc_payer_currency', 'DCC Payer Currency', 'عملة الدافع (DCC)'],
  ['dcc_payer_exchange_rate', 'DCC Payer Exchange Rate', 'سعر صرف الدافع (DCC)'],
  ['rrn', 'RRN - Retrieval Reference Number', 'رقم استرجاع المرجع'],
  ['card_details', 'Card Details', 'تفاصيل البطاقة'],
  ['card_expiry', 'Card Expiry', 'تاريخ الانتهاء'],
  ['order_id', 'Order ID', 'رقم الطلب'],
] as const;

/** What a gateway may tell of a payment, under names that are the same for every gateway. */
export type PgParamKey = (typeof TABLE)[number][0];

/** `card_number` is masked (first six and last four) before it gets here. */
export type PgParams = { readonly [Key in PgParamKey]?: string | undefined };

export type LabelledPgParams = {
  readonly [Key in PgParamKey]?: {
    readonly value: string;
    readonly verbose_name_en: string;
    readonly verbose_name_ar: string;
  };
};

export const PG_PARAM_KEYS: readonly PgParamKey[] = TABLE.map(([key]) => key);

/** The labelled form for webhooks: each value with its names in English and Arabic. What has no value is left out. */
export function labelled(params: PgParams): LabelledPgParams {
  return Object.fromEntries(
    TABLE.flatMap(([key, verbose_name_en, verbose_name_ar]) => {
      const value = params[key];
      return value === undefined || value === ''
        ? []
        : [[key, { value, verbose_name_en, verbose_name_ar }]];
    }),
  );
}

/** The parameters in the form that the merchant has chosen: with names for people, or key and value alone. */
export function pgParamsIn(params: PgParams, format: 'labelled' | 'flat'): JsonObject {
  return withoutEmpty(format === 'flat' ? { ...params } : { ...labelled(params) });
}
