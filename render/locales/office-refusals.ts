/** What stands before the API's own sentence, which is English, by the code of a refusal. */
type RefusalWords = Readonly<Record<string, string>>;

export const refusalsEn: RefusalWords = {};

export const refusalsAr: RefusalWords = {
  invalid_state: 'لا تسمح حالة العملية بذلك الآن.',
  amount_exceeds_balance: 'المبلغ أكبر من المتبقي.',
  operation_not_supported: 'البوابة لا تدعم هذه العملية.',
  operation_not_enabled: 'هذه العملية غير مفعّلة في هذا الحساب.',
  currency_mismatch: 'العملة لا تطابق عملة عملية الدفع.',
  approval_pending: 'هناك طلب آخر بانتظار القرار.',
  gateway_declined: 'رفضت البوابة العملية.',
  gateway_error: 'لم تستجب البوابة كما ينبغي.',
  account_inactive: 'حساب البوابة غير مفعّل.',
  duplicate_request: 'سبق إرسال هذا الطلب.',
  idempotency_conflict: 'أُرسل هذا النموذج من قبل بمحتوى آخر.',
  policy_violation: 'سياسة الشركة لا تسمح بذلك.',
  locked: 'لا يمكن ذلك الآن: عملية أخرى قيد التنفيذ، أو المدفوعات متوقفة مؤقتًا. حاول بعد قليل.',
  version_conflict: 'تغيّرت البيانات منذ عرض الصفحة.',
  forbidden: 'لا تملك صلاحية ذلك.',
  permission_denied: 'لا تملك صلاحية ذلك.',
};
