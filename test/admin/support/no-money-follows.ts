type Reasons = Readonly<Record<string, string>>;

const PEOPLE = 'for people: how it is shown, whom it is about, where it is sent';
const PAGE =
  'how the page behaves before anything is charged; what is charged stands in the attempt';
const WHEN = 'an instant that only decides what is looked at, and when';
const RAW =
  'what a gateway has said, kept for people; what follows from it stands in fields of its own';
const VERSION = 'counts saves: it decides who may write, and no amount';
const ONE_OF_SEVERAL =
  'decides what may be asked for next, and the gateway has the last word on it';
const MERCHANT =
  'the merchant has said it and may say otherwise: there is no second record of it but the audit log';

const ASKED = 'the gateway was asked with it already, and what it has moved is compared';
const AGREED =
  'who has agreed, and until when they may: what came of it is the state, which is compared';

const each = (names: readonly string[], why: string): Reasons =>
  Object.fromEntries(names.map((name) => [name, why]));

const OPERATION_ENTRY: Reasons = {
  version: VERSION,
  createdAt: WHEN,
  asksForAll: 'how it was asked for: the amount that was promised is compared',
};

const under = (prefix: string, reasons: Reasons): Reasons =>
  Object.fromEntries(Object.entries(reasons).map(([path, why]) => [`${prefix}.${path}`, why]));

/**
 * The fields of documents from which no money follows, each with the reason: all others have to be compared by
 * `ledger:verify`. Who adds a field to a schema puts it here, or has it compared.
 */
export const NO_MONEY_FOLLOWS = {
  Transaction: {
    version: VERSION,
    type: PEOPLE,
    language: PEOPLE,
    expirationSeconds: WHEN,
    orderNo: PEOPLE,
    ...under(
      'customer',
      each(['firstName', 'lastName', 'email', 'phone', 'phone2', 'birthdate'], PEOPLE),
    ),
    billingAddress: PEOPLE,
    shippingAddress: PEOPLE,
    notifications: PEOPLE,
    emailRecipients: PEOPLE,
    dueDatetime: PEOPLE,
    extra: PEOPLE,
    redirectUrl: PEOPLE,
    webhookUrl: PEOPLE,
    productType: PEOPLE,
    vendorName: PEOPLE,
    cardAcceptanceCriteria: PAGE,
    brandingOptions: PAGE,
    loyalty: PEOPLE,
    captureDeliveryAddress: PAGE,
    captureDeliveryLocation: PAGE,
    attachment: PEOPLE,
    handouts: PEOPLE,
    unitCode: PEOPLE,
    initiator: PEOPLE,
    createdAt: WHEN,
    expiresAt: WHEN,
    expiresByTimer: WHEN,
    seenAt: WHEN,
    amountEditable: `${MERCHANT}; what was paid with it is compared`,
    returnsSecond: `${MERCHANT}; what went back is compared`,
    bulkId: PEOPLE,
    legacy: PEOPLE,
    dropOff: PEOPLE,
    sequence: 'counts notices',
    notice: 'what the merchant was told last',
    inquiredAt: WHEN,
    deletedAt: 'archives what is shown; the money stays where it is',
    invalidationReason: PEOPLE,
    dueAt: 'only finds what has no run; what is due is read from the attempts',
    closedUntil: 'refuses a command that nobody has answered; one that was kept is compared',
    'methods.name': PEOPLE,
    'methods.nameAr': PEOPLE,
    'methods.gatewayName': PEOPLE,
    'methods.gateway': ONE_OF_SEVERAL,
    'methods.offline': PAGE,
    'methods.feeDescription': PEOPLE,
    'methods.feeDescriptionAr': PEOPLE,
    'methods.feeRule': 'compared where it is a fee: with the fee itself',
    'methods.multipleAttempts': PAGE,
    'methods.amountStep': ONE_OF_SEVERAL,
    'methods.savesCards': PAGE,
    'methods.inquiry': WHEN,
    'attempts.inquiry': WHEN,
    'attempts.request': ASKED,
    'attempts.createdAt': WHEN,
    'attempts.pageUrl': PAGE,
    'attempts.message': PEOPLE,
    'attempts.pgParams': RAW,
    'attempts.gatewayResponse': RAW,
    'attempts.unanswered': WHEN,
    'attempts.inquired': WHEN,
    'attempts.processing': WHEN,
    'attempts.threeDs': RAW,
    'attempts.channel': PEOPLE,
    'attempts.savesCard': 'of an attempt that was made: the gateway was asked already',
    ...under(
      'attempts.charges',
      each(
        [
          'token',
          'lastFour',
          'expiry',
          'brand',
          'holder',
          'cvvRequired',
          'autoDebit',
          'by',
          'agreements',
        ],
        ASKED,
      ),
    ),
    'attempts.charges.untold': 'decides who is told',
    'attempts.decline': 'of an attempt that brought nothing',
    'attempts.wallet.sessionId': 'names the child in the eyes of the merchant',
    'attempts.wallet.receipt': 'what the wallet said then; the wallet itself is compared',
    'attempts.card': 'the card that it brought is kept in a document of its own',
    'agreement.seller': PEOPLE,
    'agreement.extraParams': PEOPLE,
    'alerts.at': WHEN,
    'alerts.detail': PEOPLE,
    ...under('operations', OPERATION_ENTRY),
  },
  Operation: {
    ...OPERATION_ENTRY,
    parentOrderNo: PEOPLE,
    extra: PEOPLE,
    initiator: PEOPLE,
    channel: 'decides who is told',
    ...under(
      'approval',
      each(
        [
          'needed',
          'votes',
          'decidedBy',
          'decidedAt',
          'reason',
          'expiresAt',
          'manualMs',
          'lastError',
          'retries',
        ],
        AGREED,
      ),
    ),
    alert: PEOPLE,
    gatewayReference: RAW,
    message: PEOPLE,
    pgParams: RAW,
    gatewayResponse: RAW,
    underWay: WHEN,
  },
  LedgerEntry: {},
  WalletAccount: {
    number: 'its place in lists',
    status: `${MERCHANT}: it only refuses what is asked for`,
    createdAt: WHEN,
    updatedAt: WHEN,
  },
  WalletOperation: { reason: PEOPLE, by: PEOPLE, createdAt: WHEN, updatedAt: WHEN },
  WalletEntry: { id: 'its place in lists', createdAt: WHEN },
  Agreement: {
    version: VERSION,
    transactionType: 'decides who sees it in a list',
    boundAt: WHEN,
    createdAt: WHEN,
    endedAt: WHEN,
    'terms.seller': PEOPLE,
    'terms.extraParams': PEOPLE,
    'autopay.rhythm': MERCHANT,
    'autopay.startsOn': MERCHANT,
    'autopay.endsOn': MERCHANT,
    'autopay.cycles': MERCHANT,
    'autopay.timeZone': MERCHANT,
    'autopay.at': MERCHANT,
    'autopay.publicUrl': PEOPLE,
    'autopay.state': MERCHANT,
    'autopay.amount.minor': MERCHANT,
    'autopay.amount.currency': MERCHANT,
    'autopay.skipped': MERCHANT,
    'autopay.hurried': MERCHANT,
    'autopay.history.name': WHEN,
    'autopay.history.number': WHEN,
    'autopay.history.dueAt': WHEN,
    'autopay.history.state': 'the payments of a cycle are compared themselves',
    'autopay.history.tries.sessionId': 'the payments of a cycle are compared themselves',
    'autopay.history.tries.token': 'the payments of a cycle are compared themselves',
    'autopay.history.tries.at': WHEN,
    'autopay.history.tries.result': PEOPLE,
    'autopay.history.told': PEOPLE,
    'autopay.history.settledAt': WHEN,
    'autopay.lookAt': WHEN,
    'autopay.endedAs': PEOPLE,
  },
  Tombstone: {
    orderNo: PEOPLE,
    invoiceNumber: PEOPLE,
    type: PEOPLE,
    version: VERSION,
    'amount.minor': 'nobody can pay it any more',
    'amount.currency': 'nobody can pay it any more',
    'attempts.createdAt': WHEN,
    createdAt: WHEN,
    deletedAt: WHEN,
    'operations.trackingKey': 'nobody can ask for an operation of it any more',
    'attempts.exchange': 'what the gateway has moved is compared in its own currency',
    'alerts.kind':
      'tells attempts apart that may have settled it: of what can be removed only cash has',
    'alerts.referenceNumber': 'as its kind',
    'deletedBy.id': PEOPLE,
    'deletedBy.username': PEOPLE,
    ...under('operations', OPERATION_ENTRY),
  },
  Invoice: {
    invoiceId: PEOPLE,
    number: PEOPLE,
    status: PEOPLE,
    createdAt: WHEN,
    dueDate: PEOPLE,
    dueAt: WHEN,
    companyName: PEOPLE,
    'items.id': PEOPLE,
    'items.sku': PEOPLE,
    'items.description': PEOPLE,
    discountPercentage: 'compared where it is given: with the discount itself',
    shippingMethod: PEOPLE,
  },
} satisfies Readonly<Record<string, Reasons>>;
