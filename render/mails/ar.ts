import type { MailWords } from './en.ts';

/** The Arabic mails: Modern Standard, Western digits, in the words of the pages. */
export const mailsAr: MailWords = {
  greeting: 'مرحبًا {{customer_full_name}}،',
  greetingNobody: 'مرحبًا،',
  pay: 'عرض الطلب والدفع',
  look: 'عرض عملية الدفع',
  invoice: 'عرض الفاتورة',
  attachment: 'ملف مرفق',
  expires: 'يمكن الدفع حتى',
  invoiceNumber: 'رقم الفاتورة',
  footer: 'وصلتك هذه الرسالة لأن مدفوعات {{merchant_name}} تتم عبر «صرّاف».',
  invoiceDue: 'الفاتورة {{invoice_number}} مستحقة في {{due_date}}',
  communication: {
    subject: 'رسالة من {{merchant_name}}',
    heading: 'رسالة من {{merchant_name}}',
    text: '{{message}}',
  },
  kinds: {
    created: {
      subject: 'طلب دفع من {{merchant_name}} بمبلغ {{amount}}',
      heading: 'طلب دفع',
      text: 'وصلك طلب دفع من {{merchant_name}}. افتح الصفحة لمعرفة تفاصيل الطلب واختيار طريقة الدفع.',
    },
    paid: {
      subject: 'تم دفع {{amount}} إلى {{merchant_name}}',
      heading: 'تم استلام الدفعة',
      text: 'شكرًا لك. اكتملت عملية الدفع إلى {{merchant_name}}.',
    },
    cash: {
      subject: 'طلبك من {{merchant_name}}: {{amount}} نقدًا',
      heading: 'الدفع نقدًا',
      text: 'تم تأكيد طلبك من {{merchant_name}}. يُرجى تجهيز المبلغ عند الاستلام.',
    },
    authorized: {
      subject: 'تم حجز {{amount}} لصالح {{merchant_name}}',
      heading: 'تم حجز المبلغ',
      text: 'المبلغ محجوز ولم يُخصم بعد. قد يُحصَّل لاحقًا لصالح {{merchant_name}} أو يُلغى حجزه.',
    },
    failed: {
      subject: 'لم تكتمل عملية الدفع إلى {{merchant_name}}',
      heading: 'لم تنجح عملية الدفع',
      text: 'لم تكتمل عملية الدفع إلى {{merchant_name}}. إذا كنت لا تزال ترغب في الشراء، فافتح الصفحة أو اطلب رابطًا جديدًا من {{merchant_name}}.',
    },
    canceled: {
      subject: 'أُلغيت عملية الدفع إلى {{merchant_name}}',
      heading: 'أُلغيت عملية الدفع',
      text: 'لم يعد الدفع ممكنًا عبر هذا الرابط. إذا كنت لا تزال ترغب في الشراء، فاطلب رابطًا جديدًا من {{merchant_name}}.',
    },
    expired: {
      subject: 'انتهت مهلة الدفع إلى {{merchant_name}}',
      heading: 'انتهت مهلة الدفع',
      text: 'لم يعد الدفع ممكنًا عبر هذا الرابط. إذا كنت لا تزال ترغب في الشراء، فاطلب رابطًا جديدًا من {{merchant_name}}.',
    },
    voided: {
      subject: 'إلغاء حجز {{amount}} لدى {{merchant_name}}',
      heading: 'أُلغي الحجز',
      text: 'لن يُحصَّل المبلغ المحجوز لصالح {{merchant_name}}. قد يستغرق ظهور ذلك لدى البنك بضعة أيام.',
    },
    refunded: {
      subject: 'استرداد {{amount}} من {{merchant_name}}',
      heading: 'استرداد مبلغ',
      text: 'تم استرداد المبلغ من {{merchant_name}}. قد يستغرق ظهوره لدى البنك بضعة أيام.',
    },
    captured: {
      subject: 'تحصيل {{amount}} لصالح {{merchant_name}}',
      heading: 'تم تحصيل المبلغ',
      text: 'تم تحصيل مبلغ محجوز لصالح {{merchant_name}}.',
    },
  },
};
