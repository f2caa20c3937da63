import type { DebitEvent } from '../../domain/notification/notification.ts';
import type { Language } from '../../domain/language.ts';
import type { MailSaid } from './en.ts';

interface DebitWords {
  readonly agreement: string;
  readonly dueOn: string;
  readonly kinds: Readonly<Record<DebitEvent, MailSaid>>;
}

// They say the date and not how far it is: who begins late is told late.
const english: DebitWords = {
  agreement: 'Agreement',
  dueOn: 'Due on',
  kinds: {
    'debit-week-ahead': {
      subject: '{{merchant_name}} will charge {{amount}} on {{due_date}}',
      heading: 'Your next payment',
      text: '{{merchant_name}} will charge your saved card on {{due_date}}, as you have agreed. You do not have to do anything.',
    },
    'debit-day-ahead': {
      subject: 'Soon: {{merchant_name}} will charge {{amount}} on {{due_date}}',
      heading: 'Your next payment is near',
      text: '{{merchant_name}} will charge your saved card on {{due_date}}, as you have agreed. You do not have to do anything.',
    },
    'debit-failed': {
      subject: '{{merchant_name}} could not charge your card',
      heading: 'The payment failed',
      text: 'Your saved card was declined. Nothing was charged. {{merchant_name}} may try again on another day; please see that the card can pay then.',
    },
    'debit-card-needed': {
      subject: '{{merchant_name}} needs another card from you',
      heading: 'Your card cannot be charged',
      text: 'Your saved card cannot be charged any more. Nothing was charged. Please ask {{merchant_name}} how to pay with another card.',
    },
    'debit-given-up': {
      subject: '{{merchant_name}} has not been paid and does not try again',
      heading: 'The payment was not made',
      text: 'Your saved card could not be charged, and {{merchant_name}} does not try it any more. Please ask {{merchant_name}} how to go on.',
    },
  },
};

const arabic: DebitWords = {
  agreement: 'الاتفاق',
  dueOn: 'تاريخ الاستحقاق',
  kinds: {
    'debit-week-ahead': {
      subject: 'سيُخصم {{amount}} لصالح {{merchant_name}} في {{due_date}}',
      heading: 'دفعتك القادمة',
      text: 'سيُخصم المبلغ من بطاقتك المحفوظة لصالح {{merchant_name}} في {{due_date}} وفق ما وافقت عليه. لا يلزمك فعل أي شيء.',
    },
    'debit-day-ahead': {
      subject: 'قريبًا: سيُخصم {{amount}} لصالح {{merchant_name}} في {{due_date}}',
      heading: 'اقترب موعد دفعتك القادمة',
      text: 'سيُخصم المبلغ من بطاقتك المحفوظة لصالح {{merchant_name}} في {{due_date}} وفق ما وافقت عليه. لا يلزمك فعل أي شيء.',
    },
    'debit-failed': {
      subject: 'تعذّر الخصم من بطاقتك لصالح {{merchant_name}}',
      heading: 'لم تنجح عملية الدفع',
      text: 'رُفضت بطاقتك المحفوظة ولم يُخصم أي مبلغ. قد تُعاد المحاولة لصالح {{merchant_name}} في يوم آخر، فيُرجى التأكد من أن البطاقة صالحة للدفع.',
    },
    'debit-card-needed': {
      subject: 'مطلوب منك بطاقة أخرى للدفع إلى {{merchant_name}}',
      heading: 'لا يمكن الخصم من بطاقتك',
      text: 'لم يعد الخصم من بطاقتك المحفوظة ممكنًا ولم يُخصم أي مبلغ. يُرجى سؤال {{merchant_name}} عن كيفية الدفع ببطاقة أخرى.',
    },
    'debit-given-up': {
      subject: 'لم تصل الدفعة إلى {{merchant_name}} ولن تُعاد المحاولة',
      heading: 'لم تتم عملية الدفع',
      text: 'تعذّر الخصم من بطاقتك المحفوظة، ولن يُخصم منها لصالح {{merchant_name}} بعد الآن. يُرجى سؤال {{merchant_name}} عن كيفية المتابعة.',
    },
  },
};

/** What customers are told of debits without them, in one language. */
export function debitWords(language: Language): DebitWords {
  return language === 'ar' ? arabic : english;
}
