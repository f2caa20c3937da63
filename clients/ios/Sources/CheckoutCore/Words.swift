/// All that the library says itself, beside what the server and the web side say.
package struct Words: Equatable, Sendable {
  package let title: String
  /// {count} stands for how many methods there are besides.
  package let more: String
  package let less: String
  package let select: String
  package let change: String
  package let close: String
  package let back: String
  package let offline: String
  package let notFound: String
  package let refused: String
  package let late: String
  package let fault: String
  package let waiting: String
  package let unknown: String
  package let hidden: String
  package let modifiedDevice: String
  package let modifiedDeviceText: String
  package let goOn: String
  package let changed: String
  package let locked: String
  package let openQuestion: String
  package let openText: String
  package let openYes: String
  package let openNo: String
  package let noApplePay: String

  package static func of(_ language: CheckoutLanguage) -> Words {
    switch language {
    case .en: return english
    case .ar: return arabic
    }
  }
}

private let english = Words(
  title: "Payment",
  more: "+{count} more",
  less: "Show less",
  select: "Select payment method",
  change: "Change",
  close: "Close",
  back: "Back to the payment methods",
  offline: "No connection. Check the network and try again.",
  notFound: "This payment was not found.",
  refused: "The payment cannot be shown here.",
  late: "This payment has expired or can no longer be paid.",
  fault: "Something went wrong. Try again.",
  waiting: "We are checking your payment. Do not pay again.",
  unknown: "We could not see whether you have paid. Look again before you pay.",
  hidden: "Hidden while the screen is recorded",
  modifiedDevice: "This device has been modified",
  modifiedDeviceText:
    "Its own protection does not work, so what you type may be read by others. You pay at your own risk.",
  goOn: "Continue",
  changed: "The payment has changed. Check it and pay again.",
  locked: "A payment is still being decided, or payments are paused. Try again later.",
  openQuestion: "Pay this way in place of the page that is still open?",
  openText: "If you have paid there, do not pay a second time: wait for its confirmation.",
  openYes: "Not paid there, go on",
  openNo: "Wait",
  noApplePay: "Apple Pay is not available on this device."
)

private let arabic = Words(
  title: "الدفع",
  more: "+{count} أخرى",
  less: "عرض أقل",
  select: "اختر وسيلة الدفع",
  change: "تغيير",
  close: "إغلاق",
  back: "العودة إلى وسائل الدفع",
  offline: "لا يوجد اتصال. تحقق من الشبكة ثم حاول مرة أخرى.",
  notFound: "لم يُعثر على هذه الدفعة.",
  refused: "لا يمكن عرض الدفعة هنا.",
  late: "انتهت صلاحية هذه الدفعة أو لم يعد دفعها ممكنًا.",
  fault: "حدث خطأ. حاول مرة أخرى.",
  waiting: "نتحقق من دفعتك. لا تدفع مرة أخرى.",
  unknown: "لم نتمكن من معرفة ما إذا كنت قد دفعت. تحقق مرة أخرى قبل أن تدفع.",
  hidden: "مخفي أثناء تسجيل الشاشة",
  modifiedDevice: "هذا الجهاز معدّل",
  modifiedDeviceText:
    "حماية الجهاز لا تعمل، وقد يطّلع آخرون على ما تكتبه. الدفع على مسؤوليتك الخاصة.",
  goOn: "متابعة",
  changed: "تغيّرت الدفعة. راجعها ثم ادفع من جديد.",
  locked: "دفعة أخرى قيد البت أو أن المدفوعات موقوفة مؤقتًا. حاول لاحقًا.",
  openQuestion: "هل تدفع بهذه الطريقة بدلًا من الصفحة التي ما زالت مفتوحة؟",
  openText: "إذا دفعت فيها فلا تدفع مرة ثانية، بل انتظر التأكيد.",
  openYes: "لم أدفع فيها، تابع",
  openNo: "انتظر",
  noApplePay: "Apple Pay غير متاح على هذا الجهاز."
)
