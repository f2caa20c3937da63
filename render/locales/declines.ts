import type { Advice } from '../../domain/card/decline.ts';
import type { DeclineReason } from '../../domain/card/decline-reason.ts';

interface DeclineWords {
  /** Why, as one sentence. */
  readonly reasons: Readonly<Record<DeclineReason, string>>;
  /** What to do about it. */
  readonly advice: Readonly<Record<Advice, string>>;
}

export const declinesEn: DeclineWords = {
  reasons: {
    'insufficient-funds': 'There is not enough money on the card for this amount.',
    limit: 'The amount is above the limit of the card, or its limit for today is used up.',
    expired: 'The card has expired.',
    'expires-soon': 'The card expires too soon for this payment.',
    'wrong-details': 'The bank does not know a card with this number and expiry date.',
    'wrong-code': 'The security code or PIN is not right.',
    'not-recognized': 'The bank could not confirm that it was you.',
    'not-accepted': 'The bank does not allow this kind of payment with this card.',
    gone: 'This card cannot be used any more.',
    'bank-away': 'The bank of the card cannot be reached at the moment.',
    'too-often': 'The card was declined too often in a short time.',
    refused: 'The bank of the card did not allow this payment.',
  },
  advice: {
    soft: 'Nothing was charged. You can try again, use another card or another way to pay, or call your bank.',
    hard: 'Nothing was charged. Use another card or another way to pay.',
    'do-not-retry':
      'Nothing was charged. Do not try this card again: use another card or another way to pay, or call your bank.',
  },
};

export const declinesAr: DeclineWords = {
  reasons: {
    'insufficient-funds': 'رصيد البطاقة لا يكفي لهذا المبلغ.',
    limit: 'المبلغ أعلى من الحد المسموح به للبطاقة، أو استُنفد حدها لهذا اليوم.',
    expired: 'انتهت صلاحية البطاقة.',
    'expires-soon': 'تنتهي صلاحية البطاقة في وقت أقرب مما تتطلبه عملية الدفع هذه.',
    'wrong-details': 'لا يعرف البنك بطاقة بهذا الرقم وتاريخ الانتهاء.',
    'wrong-code': 'رمز الأمان أو الرقم السري غير صحيح.',
    'not-recognized': 'لم يتمكن البنك من التأكد من هويتك.',
    'not-accepted': 'لا يسمح البنك بهذا النوع من الدفع بهذه البطاقة.',
    gone: 'لم يعد استخدام هذه البطاقة ممكنًا.',
    'bank-away': 'تعذّر الوصول إلى بنك البطاقة حاليًا.',
    'too-often': 'رُفضت البطاقة مرات كثيرة في وقت قصير.',
    refused: 'لم يسمح بنك البطاقة بعملية الدفع هذه.',
  },
  advice: {
    soft: 'لم يُخصم أي مبلغ. يمكنك المحاولة مرة أخرى، أو استخدام بطاقة أو طريقة دفع أخرى، أو الاتصال بالبنك الذي تتعامل معه.',
    hard: 'لم يُخصم أي مبلغ. استخدم بطاقة أو طريقة دفع أخرى.',
    'do-not-retry':
      'لم يُخصم أي مبلغ. لا تستخدم هذه البطاقة مرة أخرى، بل استخدم بطاقة أو طريقة دفع أخرى، أو اتصل بالبنك الذي تتعامل معه.',
  },
};
