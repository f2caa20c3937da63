import type { ReasonCode } from '../../domain/operation/reason.ts';

/** Why somebody asks for an operation, on the pages of the office and in mails to staff. */
type ReasonWords = Readonly<Record<ReasonCode, string>>;

export const operationReasonsEn: ReasonWords = {
  requested_by_customer: 'Requested by the customer',
  duplicate: 'Paid twice',
  fraud: 'Fraud',
  not_delivered: 'Not delivered',
  goodwill: 'Goodwill',
  error: 'Our mistake',
  other: 'Another reason',
};

export const operationReasonsAr: ReasonWords = {
  requested_by_customer: 'بطلب من العميل',
  duplicate: 'دُفعت مرتين',
  fraud: 'احتيال',
  not_delivered: 'لم يتم التسليم',
  goodwill: 'مجاملة للعميل',
  error: 'خطأ من جانبنا',
  other: 'سبب آخر',
};
