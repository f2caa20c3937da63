/** What the pages say of saved cards. */
export const cardsEn = {
  /** `{merchant}` is the merchant's name. */
  save: 'Save this card for later payments to {merchant}',
  saveHint:
    'The card stays with the payment provider. {merchant} keeps its last four digits and its expiry date.',
  saveHeading: 'Save a card for {merchant}',
  saveButton: 'Save a card',
  saveText: 'Your card is saved with the payment provider. Nothing is charged.',
  /** `{agreement}` is the merchant's name for what was agreed on. */
  debits:
    'Your card is saved with the payment provider. {merchant} may charge it again, as you have agreed under {agreement}.',
  /** `{expiry}` is a month and a year. */
  expires: 'Expires on {expiry}',
  asksCvv: 'The payment provider asks for its security code on the next page.',
  remove: 'Remove this card',
  removeHeading: 'Remove this card?',
  removeText:
    'It cannot be used for later payments to {merchant} any more. What was paid with it stays paid.',
  removeYes: 'Remove the card',
  removeKeep: 'Keep the card',
};

export const cardsAr: typeof cardsEn = {
  save: 'احفظ هذه البطاقة للدفعات القادمة إلى {merchant}',
  saveHint:
    'تبقى البطاقة محفوظة لدى مزوّد خدمة الدفع، ولا يُحفظ لدى {merchant} سوى آخر أربعة أرقام منها وتاريخ انتهائها.',
  saveHeading: 'حفظ بطاقة لدى {merchant}',
  saveButton: 'احفظ بطاقة',
  saveText: 'تُحفظ بطاقتك لدى مزوّد خدمة الدفع دون تحصيل أي مبلغ.',
  debits:
    'تُحفظ بطاقتك لدى مزوّد خدمة الدفع، ويجوز للتاجر {merchant} الخصم منها مرة أخرى وفق ما وافقت عليه في {agreement}.',
  expires: 'تنتهي في {expiry}',
  asksCvv: 'يطلب مزوّد خدمة الدفع رمز الأمان في الصفحة التالية.',
  remove: 'إزالة هذه البطاقة',
  removeHeading: 'هل تريد إزالة هذه البطاقة؟',
  removeText: 'لن يمكن استخدامها في الدفعات القادمة إلى {merchant}، وما دُفع بها يبقى مدفوعًا.',
  removeYes: 'إزالة البطاقة',
  removeKeep: 'الاحتفاظ بالبطاقة',
};
