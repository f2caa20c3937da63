import type { OfficeWords } from './office-en.ts';
import { officePagesAr } from './office-pages-ar.ts';

/** Every sentence of the office's pages in Arabic; one object for each page. */
export const officeAr: OfficeWords = {
  ...officePagesAr,
  common: {
    office: 'مكتب صرّاف',
    otherLanguage: 'English',
    toOffice: 'إلى المكتب',
    requestId: 'رقم الطلب',
  },
  messages: {
    forbidden: {
      title: 'لا يمكنك الاطلاع على هذه الصفحة',
      text: 'اطلب الصلاحية من أحد المشرفين في شركتك.',
    },
    'foreign-page': {
      title: 'هذا النموذج مُرسَل من موقع آخر',
      text: 'لم يُنفَّذ أي شيء. افتح الصفحة هنا وأرسل النموذج من جديد.',
    },
    'form-expired': {
      title: 'سجّلت الدخول من جديد بعد عرض هذه الصفحة',
      text: 'لم يُنفَّذ أي شيء. افتح الصفحة مرة أخرى وأعد ما فعلته.',
    },
    'not-found': {
      title: 'لا شيء في هذا العنوان',
      text: 'تحقّق من العنوان أو ابدأ من الصفحة الأولى.',
    },
    'too-many': {
      title: 'طلبات كثيرة جدًا',
      text: 'انتظر دقيقة ثم أعد تحميل هذه الصفحة.',
    },
    unreadable: {
      title: 'تعذّرت قراءة هذا النموذج',
      text: 'لم يُنفَّذ أي شيء. افتح الصفحة مرة أخرى واملأه من جديد.',
    },
    unavailable: {
      title: 'الخدمة غير متاحة الآن',
      text: 'أعد تحميل هذه الصفحة بعد لحظات. إعادة التحميل آمنة.',
    },
    error: {
      title: 'حدث خطأ من جانبنا',
      text: 'أعد تحميل هذه الصفحة. إذا تكرّر الخطأ فأرسل إلينا الرقم أدناه.',
    },
  },
  login: {
    title: 'تسجيل الدخول',
    username: 'اسم المستخدم',
    password: 'كلمة المرور',
    submit: 'تسجيل الدخول',
    faults: {
      wrong: 'اسم المستخدم أو كلمة المرور غير صحيحين. تحقّق منهما وحاول مرة أخرى.',
      'too-many': 'محاولات خاطئة كثيرة. انتظر بضع دقائق ثم حاول مرة أخرى.',
    },
  },
};
