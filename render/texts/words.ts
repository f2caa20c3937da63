import type { TemplateEvent } from '../../domain/notification/template-id.ts';
import type { Language } from '../../domain/language.ts';

/** What a message by telephone is about; cash is told as a payment and has words of its own. */
export type TextKind = TemplateEvent | 'cash';

type Texts = Readonly<Record<TextKind, string>>;

// Short, because each part of a message costs; in GSM's own letters, because one other letter halves what a part holds.
const english: Texts = {
  created: '{{merchant_name}} asks you to pay {{amount}}: {{checkout_short_url}}',
  paid: 'You have paid {{amount}} to {{merchant_name}}. {{receipt_short_url}}',
  cash: '{{merchant_name}}: your order is confirmed. Please have {{amount}} ready in cash.',
  authorized: '{{amount}} is reserved for {{merchant_name}}; nothing is charged yet.',
  failed: 'Your payment of {{amount}} to {{merchant_name}} did not go through.',
  canceled: 'Your payment of {{amount}} to {{merchant_name}} was canceled.',
  expired:
    'The time to pay {{amount}} to {{merchant_name}} is over. Ask for a new link to pay after all.',
  voided: '{{merchant_name}} has released the {{amount}} that was on hold.',
  refunded: '{{merchant_name}} has refunded {{amount}} to you. Your bank may need some days.',
  captured: '{{merchant_name}} has charged {{amount}} that was on hold.',
  communication: '{{message}}',
};

// An address has a line of its own, so that it turns nothing around it.
const arabic: Texts = {
  created: 'طلب دفع من {{merchant_name}} بمبلغ {{amount}}\n{{checkout_short_url}}',
  paid: 'تم دفع {{amount}} إلى {{merchant_name}}.\n{{receipt_short_url}}',
  cash: 'تم تأكيد طلبك من {{merchant_name}}. يُرجى تجهيز {{amount}} نقدًا.',
  authorized: 'تم حجز {{amount}} لصالح {{merchant_name}} ولم يُخصم المبلغ بعد.',
  failed: 'لم تكتمل عملية دفع {{amount}} إلى {{merchant_name}}.',
  canceled: 'أُلغيت عملية دفع {{amount}} إلى {{merchant_name}}.',
  expired: 'انتهت مهلة دفع {{amount}} إلى {{merchant_name}}. اطلب رابطًا جديدًا إذا رغبت في الدفع.',
  voided: 'أُلغي حجز {{amount}} لدى {{merchant_name}}.',
  refunded: 'تم استرداد {{amount}} من {{merchant_name}}. قد يستغرق ظهوره لدى البنك بضعة أيام.',
  captured: 'تم تحصيل {{amount}} من المبلغ المحجوز لصالح {{merchant_name}}.',
  communication: '{{message}}',
};

/** Our own words of every message by SMS and WhatsApp, with placeholders. */
export function textWords(language: Language): Texts {
  return language === 'ar' ? arabic : english;
}
