import type { OperationKind } from '../../domain/operation/operation.ts';
import type { ReasonCode } from '../../domain/operation/reason.ts';
import type { Language } from '../../domain/language.ts';
import { operationReasonsAr, operationReasonsEn } from '../locales/operation-reasons.ts';
import type { StaffLabel, StaffMailKind } from './facts.ts';

/** What people of a merchant are told, and what the facts of it are called. */
export interface StaffWords {
  readonly mails: Readonly<
    Record<StaffMailKind, { readonly subject: string; readonly text: string }>
  >;
  /** The subject of `request-waits` where the operation is known: a mailbox shows what there is to decide. */
  readonly waiting: Readonly<Record<OperationKind, string>>;
  readonly labels: Readonly<Record<StaffLabel, string>>;
  /** How many calls there were ($1), and when the first ($2) and the last ($3). */
  readonly calls: string;
  /** Why somebody asks for an operation. */
  readonly reasons: Readonly<Record<ReasonCode, string>>;
  /** Where a mail leads. */
  readonly open: {
    readonly request: string;
    readonly payment: string;
    readonly invitation: string;
    readonly password: string;
  };
  readonly nobody: string;
  /** What a person is told of tasks in their inbox. */
  readonly tasks: {
    /** The subject of a mail of one. */
    readonly one: string;
    readonly daily: { readonly subject: string; readonly text: string };
    readonly more: string;
    readonly openInbox: string;
    readonly choose: string;
  };
}

export function staffWords(language: Language): StaffWords {
  return language === 'ar' ? staffAr : staffEn;
}

const mails: StaffWords['mails'] = {
  'webhook-not-acknowledged': {
    subject: 'A webhook of {{merchant_name}} was not acknowledged',
    text: 'Your server did not acknowledge the event below. The payment itself is not affected. Sarraf calls again by itself, first and last at the times below, until your server acknowledges; where no time is named, it does not call for this event any more. While your server goes on failing you get one such mail a day, and after five days it is not called any more.\n\nTo have this very event sent at once, under the same id: POST /b/webhooks/v1/deliveries/{event_id}/replay/ of the API, with the id of the event below.',
  },
  'webhook-failed': {
    subject: 'A webhook of {{merchant_name}} could not be delivered',
    text: 'Your server did not acknowledge the event below, and it is not called for it any more. When it answers again, have this very event sent once more, under the same id: POST /b/webhooks/v1/deliveries/{event_id}/replay/ of the API, with the id of the event below. Many are sent again together by POST /b/webhooks/v1/replays/. What an endpoint that is disabled should get is held: enable it first.',
  },
  'endpoint-failing': {
    subject: 'A webhook endpoint of {{merchant_name}} has not answered for three days',
    text: 'Your server has not acknowledged a single event since the time below. When that goes on, it is not called any more, two days from now at the earliest.',
  },
  'endpoint-disabled': {
    subject: 'A webhook endpoint of {{merchant_name}} is disabled',
    text: 'Your server has not acknowledged a single event for five days, so it is not called any more. New events are held. Enable the endpoint by the API when your server answers again, and have what was held sent.',
  },
  'request-waits': {
    subject: 'A request at {{merchant_name}} needs your approval',
    text: 'Somebody has asked for an operation that a second person has to approve. It ends by itself when nobody decides in time.',
  },
  'request-break-glass': {
    subject: 'A request of {{merchant_name}} was approved alone in an emergency',
    text: 'One person has said yes for all who have to approve it. Look at whether that was right.',
  },
  'request-rejected': {
    subject: 'Your request at {{merchant_name}} was rejected',
    text: 'Somebody has said no to the operation that you asked for. Nothing was done.',
  },
  'request-needs-hand': {
    subject: 'Your request at {{merchant_name}} needs a hand',
    text: 'The operation was approved, and then the gateway did not do it. Decide whether it is tried again.',
  },
  'request-done': {
    subject: 'Your request at {{merchant_name}} is done',
    text: 'The operation that you asked for is done.',
  },
  'second-success': {
    subject: 'A customer of {{merchant_name}} has paid twice',
    text: 'A further attempt took money for a payment that had succeeded already. The first one counts. Where your settings give the second back by itself, a further mail comes only if that fails; else return the money of the reference below at the gateway.',
  },
  'late-money': {
    subject: 'Money came late for a payment to {{merchant_name}}',
    text: 'A gateway took money for a payment that was over already. It is no sale: it is booked as suspense. Give it back at the gateway, or agree with the customer; the engine does neither by itself.',
  },
  'amount-mismatch': {
    subject: 'Another amount came for a payment to {{merchant_name}}',
    text: 'A gateway reports another amount than was asked for. Compare it with what the gateway shows, and give all of it back: until then nobody can pay.',
  },
  'manual-action': {
    subject: 'An operation of {{merchant_name}} needs a person',
    text: 'Nobody here can say what became of an operation on a payment. Look at the gateway whether the money has moved; the engine does not try it again blindly.',
  },
  'reference-mismatch': {
    subject: 'A gateway names a payment of {{merchant_name}} otherwise than before',
    text: 'The gateway spoke of an attempt, or of what was done with its money, and named another payment of its own than it had named first. Its word was not taken, so nothing has changed here. Look at the gateway what became of both payments.',
  },
  'dispute-open': {
    subject: 'A payment to {{merchant_name}} is disputed',
    text: 'The bank of a customer asks about a payment, or takes it back. Answer at the gateway before the date below, with what shows that it was rightly charged. Do not refund it as well, unless the gateway says that this ends the dispute.',
  },
  'dispute-lost': {
    subject: 'A dispute of a payment to {{merchant_name}} is lost',
    text: 'The bank of a customer keeps the money of a payment. It is booked, and nothing has to be refunded.',
  },
  'dispute-unplaced': {
    subject: 'A dispute at {{merchant_name}} is about a payment that is not known',
    text: 'The bank of a customer asks about a payment, takes it back, or keeps its money. Nobody here knows that payment, so nothing is booked. Ask the gateway which one it is: another program may use the account. Where a date is named below, answer at the gateway before it.',
  },
  'callback-unheard': {
    subject: 'What a gateway has told of a payment to {{merchant_name}} is not booked',
    text: 'A gateway has sent the event below, and however long it was tried, it could not be taken in here. It is not tried again by itself, so the books may lack it. Look at the gateway what has become of the money. Have the gateway send the event once more, or ask it how the payment stands: what it says then counts.',
  },
  'account-invited': {
    subject: 'You are invited to the back office of {{merchant_name}}',
    text: 'Somebody has made an account for you, with the user name below. Choose a password, and you can log in. The link is good once, within 72 hours; when it is over, ask for another one.',
  },
  'password-reset': {
    subject: 'A new password for your account at {{merchant_name}}',
    text: 'Somebody has asked for a new password for the account below. Choose it by the link, which is good once, within 30 minutes. If it was not you, do nothing: your password stays as it is.',
  },
  'password-changed': {
    subject: 'Your password at {{merchant_name}} was changed',
    text: 'The password of the account below was changed, and all its logins have ended. If it was not you, ask for a new password on the login page at once, and tell an administrator.',
  },
  'second-factor-set': {
    subject: 'Your account at {{merchant_name}} has a second factor now',
    text: 'The account below asks for a code of an authenticator from now on. If it was not you, tell an administrator at once.',
  },
  'second-factor-removed': {
    subject: 'Your account at {{merchant_name}} has no second factor any more',
    text: 'The account below does not ask for a code of an authenticator any more. If it was not you, change your password at once, and tell an administrator.',
  },
  'new-login': {
    subject: 'A new login to your account at {{merchant_name}}',
    text: 'Somebody has logged in to the account below, from where nobody did before. If it was not you, change your password at once: that ends all logins. Then tell an administrator.',
  },
  'wrong-passwords': {
    subject: 'Wrong passwords for your account at {{merchant_name}}',
    text: 'Wrong passwords were sent so often for the account below that it takes none for some minutes, at least from there. They let nobody in. If it was you, wait and try again, or ask for a new password on the login page. If it was not you, you need do nothing here; where you use the same password elsewhere, change it. You are told of this once a day at most.',
  },
  'rights-changed': {
    subject: 'What you may do at {{merchant_name}} was changed',
    text: 'An administrator has changed the permissions of the account below. If you did not expect that, ask them.',
  },
  'emergency-login': {
    subject: 'A login without single sign-on at {{merchant_name}}',
    text: 'Your people log in by single sign-on alone. The superuser below, who is kept for emergencies, has come in by a password and a second factor all the same. If you do not know why, ask them at once, and end their logins.',
  },
  'report-ready': {
    subject: 'A report of {{merchant_name}} is ready',
    text: 'A report of your payments was written. It is with this mail where that was asked for and it is no larger than 5 MB; who may view reports finds it in the list of reports in any case, for as long as it is kept.',
  },
};

const waiting: StaffWords['waiting'] = {
  refund: 'Refund of {{amount}} needs your approval',
  capture: 'Capture of {{amount}} needs your approval',
  void: 'Void of {{amount}} needs your approval',
};

const labels: StaffWords['labels'] = {
  operation: 'Operation',
  amount: 'Amount',
  order: 'Order number',
  payment: 'Payment',
  removed: 'Removed for good on',
  request: 'Request',
  maker: 'Asked for by',
  checker: 'Decided by',
  reason: 'Reason',
  error: 'Last error',
  why: 'Why',
  told: 'Told at the merchant',
  answer: 'Answer of your server',
  next: 'Next call',
  last: 'Last call',
  receiver: 'Receiver',
  event: 'Event',
  calls: 'Calls',
  endpoint: 'Endpoint',
  failing: 'Failing since',
  report: 'Report',
  rows: 'Rows',
  period: 'Until',
  kept: 'Kept until',
  reference: 'Reference number',
  gatewayPayment: 'Payment at the gateway',
  account: 'Gateway account',
  paidBy: 'First paid with',
  dispute: 'Dispute',
  due: 'Answer until',
  person: 'User name',
  by: 'Done by',
  browser: 'Browser',
  network: 'Network',
  time: 'At',
};

const staffEn: StaffWords = {
  mails,
  waiting,
  labels,
  calls: '$1 (first $2, last $3)',
  reasons: operationReasonsEn,
  open: {
    request: 'Open the request',
    payment: 'Open the payment',
    invitation: 'Choose a password',
    password: 'Choose a new password',
  },
  nobody:
    'nobody at once: no address is set there, and no person who may handle it wants to hear of it at once',
  tasks: {
    one: '{title} – {{merchant_name}}',
    daily: {
      subject: 'Open tasks at {{merchant_name}}: {count}',
      text: 'This is open, the most urgent first. You have chosen to get it in one mail a day.',
    },
    more: 'Further tasks in the inbox: {more}.',
    openInbox: 'Open the inbox',
    choose: 'Choose your mails',
  },
};

/** In Arabic. Commands of the API and ids stay as they are. */
const staffAr: StaffWords = {
  mails: {
    'webhook-not-acknowledged': {
      subject: 'لم يتم تأكيد استلام إشعار Webhook خاص بـ {{merchant_name}}',
      text: 'لم يؤكد خادمكم استلام الحدث المبيّن أدناه، ولا يتغير شيء في عملية الدفع نفسها. إذا ذُكر أدناه موعد المحاولة التالية فستُجرى تلقائيًا، ثم تتبعها المحاولات الأخرى إلى أن يؤكد خادمكم الاستلام، وإذا لم يُذكر موعد فلن تُجرى أي محاولة أخرى لهذا الحدث. تصلكم رسالة كهذه مرة في اليوم ما دام الأمر مستمرًا، وبعد خمسة أيام يتوقف إرسال الأحداث إلى خادمكم.\n\nلإعادة إرسال هذا الحدث فورًا بالمعرّف نفسه، استخدموا معرّف الحدث المبيّن أدناه في واجهة البرمجة:\n\u2066POST /b/webhooks/v1/deliveries/{event_id}/replay/\u2069',
    },
    'webhook-failed': {
      subject: 'تعذّر تسليم إشعار Webhook خاص بـ {{merchant_name}}',
      text: 'لم يؤكد خادمكم استلام الحدث المبيّن أدناه، ولن تُجرى أي محاولة أخرى لإرساله. عندما يعود خادمكم إلى العمل، يمكن إعادة إرسال هذا الحدث بالمعرّف نفسه، باستخدام معرّف الحدث المبيّن أدناه في واجهة البرمجة:\n\u2066POST /b/webhooks/v1/deliveries/{event_id}/replay/\u2069\n\nويمكن إعادة إرسال عدة أحداث معًا:\n\u2066POST /b/webhooks/v1/replays/\u2069\n\nالأحداث الموجهة إلى عنوان معطّل تبقى محفوظة: فعّلوا العنوان أولًا.',
    },
    'endpoint-failing': {
      subject: 'عنوان Webhook خاص بـ {{merchant_name}} لم يستجب منذ ثلاثة أيام',
      text: 'لم يؤكد خادمكم استلام أي حدث منذ الوقت المبيّن أدناه. إذا استمر ذلك فسيتوقف إرسال الأحداث إليه، بعد يومين من الآن على الأقل.',
    },
    'endpoint-disabled': {
      subject: 'تم تعطيل عنوان Webhook خاص بـ {{merchant_name}}',
      text: 'لم يؤكد خادمكم استلام أي حدث منذ خمسة أيام، فتوقف إرسال الأحداث إليه. الأحداث الجديدة تبقى محفوظة. عندما يعود خادمكم إلى العمل، فعّلوا العنوان من واجهة البرمجة ثم أعيدوا إرسال ما حُفظ.',
    },
    'request-waits': {
      subject: 'طلب لدى {{merchant_name}} بانتظار موافقتكم',
      text: 'طُلبت عملية تحتاج إلى موافقة شخص ثانٍ. ينتهي الطلب تلقائيًا إذا لم يُتخذ قرار في الوقت المحدد.',
    },
    'request-break-glass': {
      subject: 'تمت الموافقة الطارئة على طلب لدى {{merchant_name}} من شخص واحد',
      text: 'وافق شخص واحد نيابة عن جميع من تلزم موافقتهم. يُرجى التحقق من صحة ذلك.',
    },
    'request-rejected': {
      subject: 'رُفض طلبكم لدى {{merchant_name}}',
      text: 'رُفضت العملية التي طلبتموها، ولم يُنفَّذ أي شيء.',
    },
    'request-needs-hand': {
      subject: 'طلبكم لدى {{merchant_name}} يحتاج إلى تدخل',
      text: 'تمت الموافقة على العملية ولم تنفذها بوابة الدفع. يُرجى اتخاذ قرار بشأن إعادة المحاولة.',
    },
    'request-done': {
      subject: 'اكتمل طلبكم لدى {{merchant_name}}',
      text: 'اكتملت العملية التي طلبتموها.',
    },
    'second-success': {
      subject: 'عميل لدى {{merchant_name}} دفع مرتين',
      text: 'تم خصم مبلغ بمحاولة دفع أخرى لعملية دفع ناجحة من قبل. المحاولة الأولى هي المعتمدة. إذا كانت إعداداتكم تعيد المبلغ الثاني تلقائيًا فلن تصلكم رسالة أخرى إلا إذا تعذّرت إعادته، وإلا فأعيدوا مبلغ المحاولة ذات الرقم المرجعي المبيّن أدناه لدى بوابة الدفع.',
    },
    'late-money': {
      subject: 'وصل مبلغ متأخر لعملية دفع لدى {{merchant_name}}',
      text: 'خصمت بوابة الدفع مبلغًا لعملية دفع منتهية. لا يُعد المبلغ بيعًا بل قُيد معلّقًا. أعيدوه لدى بوابة الدفع أو اتفقوا مع العميل، فلا يُعاد تلقائيًا.',
    },
    'amount-mismatch': {
      subject: 'وصل مبلغ مختلف لعملية دفع لدى {{merchant_name}}',
      text: 'أبلغت بوابة الدفع عن مبلغ يختلف عن المبلغ المطلوب. قارنوه بما تعرضه بوابة الدفع، وأعيدوا المبلغ كله، فلا يمكن الدفع قبل ذلك.',
    },
    'manual-action': {
      subject: 'عملية لدى {{merchant_name}} تحتاج إلى تدخل شخص',
      text: 'لا يُعرف ما آلت إليه عملية على إحدى عمليات الدفع. تحققوا لدى بوابة الدفع مما إذا تحرك المبلغ، فلا تُعاد المحاولة تلقائيًا.',
    },
    'reference-mismatch': {
      subject: 'رقم بوابة الدفع لعملية دفع لدى {{merchant_name}} يختلف عن السابق',
      text: 'أبلغت بوابة الدفع عن محاولة دفع أو عن عملية على مبلغها، وذكرت لديها عملية دفع غير التي ذكرتها أولًا. لم يُؤخذ بما أفادت به فلم يتغير شيء هنا. تحققوا لدى بوابة الدفع مما آلت إليه العمليتان.',
    },
    'dispute-open': {
      subject: 'اعتراض على عملية دفع لدى {{merchant_name}}',
      text: 'يستفسر بنك أحد العملاء عن عملية دفع أو يسترد مبلغها. يُرجى الرد لدى بوابة الدفع قبل الموعد المبيّن أدناه مع ما يثبت صحة الخصم. لا تعيدوا المبلغ أيضًا إلا إذا أفادت بوابة الدفع بأن ذلك ينهي الاعتراض.',
    },
    'dispute-lost': {
      subject: 'خسارة اعتراض على عملية دفع لدى {{merchant_name}}',
      text: 'احتفظ بنك أحد العملاء بمبلغ عملية دفع. تم قيد ذلك، ولا يلزم استرداد أي مبلغ.',
    },
    'dispute-unplaced': {
      subject: 'اعتراض لدى {{merchant_name}} على عملية دفع غير معروفة',
      text: 'يستفسر بنك أحد العملاء عن عملية دفع أو يسترد مبلغها أو يحتفظ به. هذه العملية غير معروفة هنا، فلم يُقيد شيء. اسألوا بوابة الدفع عن العملية المقصودة، فقد يستخدم الحساب برنامج آخر. إذا ذُكر موعد أدناه فيُرجى الرد لدى بوابة الدفع قبله.',
    },
    'callback-unheard': {
      subject: 'ما أبلغت به بوابة الدفع عن عملية دفع لدى {{merchant_name}} لم يُقيد',
      text: 'أرسلت بوابة الدفع الحدث المبيّن أدناه، وتعذّر تسجيله هنا رغم تكرار المحاولة. لا تُعاد المحاولة تلقائيًا، وقد ينقص ذلك من القيود. تحققوا لدى بوابة الدفع مما آل إليه المبلغ. اطلبوا منها إرسال الحدث مرة أخرى، أو استعلموا منها عن حالة عملية الدفع، فيُؤخذ بما تفيد به.',
    },
    'account-invited': {
      subject: 'دعوة إلى لوحة إدارة {{merchant_name}}',
      text: 'أُنشئ لكم حساب باسم المستخدم المبيّن أدناه. اختاروا كلمة مرور لتتمكنوا من تسجيل الدخول. الرابط صالح مرة واحدة خلال 72 ساعة، وإذا انتهت صلاحيته فاطلبوا رابطًا آخر.',
    },
    'password-reset': {
      subject: 'كلمة مرور جديدة لحسابكم لدى {{merchant_name}}',
      text: 'طُلبت كلمة مرور جديدة للحساب المبيّن أدناه. اختاروها عبر الرابط، وهو صالح مرة واحدة خلال 30 دقيقة. إذا لم تطلبوا ذلك فلا تفعلوا شيئًا: تبقى كلمة مروركم كما هي.',
    },
    'password-changed': {
      subject: 'تغيّرت كلمة مروركم لدى {{merchant_name}}',
      text: 'تغيّرت كلمة مرور الحساب المبيّن أدناه وانتهت كل عمليات الدخول إليه. إذا لم تكونوا أنتم من غيّرها فاطلبوا فورًا كلمة مرور جديدة من صفحة تسجيل الدخول وأبلغوا أحد المسؤولين.',
    },
    'second-factor-set': {
      subject: 'فُعّلت خطوة التحقق الثانية لحسابكم لدى {{merchant_name}}',
      text: 'يُطلب من الآن رمز من تطبيق المصادقة عند الدخول إلى الحساب المبيّن أدناه. إذا لم تكونوا أنتم من فعّلها فأبلغوا أحد المسؤولين فورًا.',
    },
    'second-factor-removed': {
      subject: 'أُوقفت خطوة التحقق الثانية لحسابكم لدى {{merchant_name}}',
      text: 'لم يعد يُطلب رمز من تطبيق المصادقة عند الدخول إلى الحساب المبيّن أدناه. إذا لم تكونوا أنتم من أوقفها فغيّروا كلمة مروركم فورًا وأبلغوا أحد المسؤولين.',
    },
    'new-login': {
      subject: 'دخول جديد إلى حسابكم لدى {{merchant_name}}',
      text: 'سُجّل دخول إلى الحساب المبيّن أدناه من مكان لم يُسجّل منه دخول من قبل. إذا لم تكونوا أنتم فغيّروا كلمة مروركم فورًا، فتنتهي بذلك كل عمليات الدخول، ثم أبلغوا أحد المسؤولين.',
    },
    'wrong-passwords': {
      subject: 'كلمات مرور خاطئة لحسابكم لدى {{merchant_name}}',
      text: 'أُرسلت كلمات مرور خاطئة للحساب المبيّن أدناه مرات كثيرة، فلا تُقبل له أي كلمة مرور لبضع دقائق، من ذلك المكان على الأقل. لم تُدخل هذه الكلمات أحدًا. إذا كنتم أنتم فانتظروا وحاولوا من جديد، أو اطلبوا كلمة مرور جديدة من صفحة تسجيل الدخول. وإذا لم تكونوا أنتم فلا يلزمكم هنا شيء، لكن غيّروا كلمة المرور نفسها إن كنتم تستخدمونها في مكان آخر. لا تُبلَّغون بذلك أكثر من مرة في اليوم.',
    },
    'rights-changed': {
      subject: 'تغيّرت صلاحياتكم لدى {{merchant_name}}',
      text: 'غيّر أحد المسؤولين صلاحيات الحساب المبيّن أدناه. إذا لم تتوقعوا ذلك فاسألوه.',
    },
    'emergency-login': {
      subject: 'دخول دون الدخول الموحّد لدى {{merchant_name}}',
      text: 'يسجّل العاملون لديكم الدخول بالدخول الموحّد وحده. المستخدم المبيّن أدناه، المخصص للطوارئ، سجّل الدخول بكلمة مرور وخطوة تحقق ثانية. إذا لم تعرفوا السبب فاسألوه فورًا وأنهوا عمليات دخوله.',
    },
    'report-ready': {
      subject: 'تقرير {{merchant_name}} جاهز',
      text: 'تم إعداد تقرير بعمليات الدفع. يُرفق التقرير بهذه الرسالة إذا طُلب ذلك ولم يتجاوز حجمه 5 MB، ويجده من يملك صلاحية عرض التقارير في قائمة التقارير طوال مدة حفظه.',
    },
  },
  waiting: {
    refund: 'استرداد {{amount}} بانتظار موافقتكم',
    capture: 'تحصيل {{amount}} بانتظار موافقتكم',
    void: 'إلغاء حجز {{amount}} بانتظار موافقتكم',
  },
  labels: {
    operation: 'العملية',
    amount: 'المبلغ',
    order: 'رقم الطلب',
    payment: 'عملية الدفع',
    removed: 'تاريخ الحذف النهائي',
    request: 'طلب الموافقة',
    maker: 'مقدّم الطلب',
    checker: 'صاحب القرار',
    reason: 'السبب',
    error: 'آخر خطأ',
    why: 'سبب الطلب',
    told: 'من أُبلغ لدى المتجر',
    answer: 'رد خادمكم',
    next: 'المحاولة التالية',
    last: 'المحاولة الأخيرة',
    receiver: 'المستقبِل',
    event: 'الحدث',
    calls: 'المحاولات',
    endpoint: 'العنوان',
    failing: 'متعثر منذ',
    report: 'التقرير',
    rows: 'الصفوف',
    period: 'حتى',
    kept: 'محفوظ حتى',
    reference: 'الرقم المرجعي',
    gatewayPayment: 'عملية الدفع لدى بوابة الدفع',
    account: 'حساب بوابة الدفع',
    paidBy: 'دُفعت أولًا بواسطة',
    dispute: 'الاعتراض',
    due: 'آخر موعد للرد',
    person: 'اسم المستخدم',
    by: 'بواسطة',
    browser: 'المتصفح',
    network: 'الشبكة',
    time: 'الوقت',
  },
  calls: '$1 (الأولى $2، والأخيرة $3)',
  reasons: operationReasonsAr,
  open: {
    request: 'فتح الطلب',
    payment: 'فتح عملية الدفع',
    invitation: 'اختيار كلمة مرور',
    password: 'اختيار كلمة مرور جديدة',
  },
  nobody:
    'لا أحد فورًا: لم يُحدَّد عنوان لدى المتجر، ولا يوجد من يملك صلاحية المعالجة ويرغب في إبلاغه فورًا',
  tasks: {
    one: '{title} – {{merchant_name}}',
    daily: {
      subject: 'المهام المفتوحة لدى {{merchant_name}}: {count}',
      text: 'هذه هي المهام المفتوحة، أكثرها إلحاحًا أولًا. اخترت أن تصلك في رسالة واحدة كل يوم.',
    },
    more: 'عدد المهام الأخرى في صندوق المهام: {more}.',
    openInbox: 'فتح صندوق المهام',
    choose: 'اختيار رسائلك',
  },
};
