import { mailTimeOf } from '../../../domain/tasks/subscription.ts';
import { TASK_KINDS } from '../../../domain/tasks/task.ts';
import type { AccountFacts } from '../../../render/office/account.tsx';
import type { ApprovalFacts } from '../../../render/office/approval-facts.ts';
import type { BreakGlassFacts } from '../../../render/office/break-glass.tsx';
import type {
  InboxFacts,
  SeveralTasksFacts,
  TaskFacts,
} from '../../../render/office/inbox-facts.ts';
import type {
  AttemptFacts,
  OfficeOperation,
  PaymentFacts,
  TimelineFact,
} from '../../../render/office/payment-facts.ts';
import { deedOf } from '../../../render/office/deed.ts';
import type { DialogFacts } from '../../../render/office/dialog-facts.ts';
import type {
  BulkFacts,
  BulkRow,
  BulksFacts,
  CancelBulkFacts,
} from '../../../render/office/bulk-facts.ts';
import type { CheckedBulkFacts, NewBulkFacts } from '../../../render/office/new-bulk-facts.ts';
import type { PaymentCodeFacts } from '../../../render/office/payment-code.tsx';
import type { NewPaymentFacts } from '../../../render/office/new-payment-facts.ts';
import type { OfficeFrame } from '../../../render/office/frame-facts.ts';
import type { RemovedFacts } from '../../../render/office/removed-facts.ts';
import type { SeveralFacts } from '../../../render/office/several-facts.ts';
import type { PaymentRow, PaymentsFacts } from '../../../render/office/payments-facts.ts';
import { dinars } from '../builders.ts';

export const SESSION = 'a'.repeat(40);
const FORM = { action: '/office/x', token: 'token', number: 'number-1' };

export function anOfficeFrame(changes: Partial<OfficeFrame> = {}): OfficeFrame {
  return {
    language: 'en',
    otherLanguageUrl: '/office/payments?lang=ar',
    stylesheetUrl: '/office/static/office.css',
    merchantName: 'Noor',
    timeZone: 'Asia/Kuwait',
    personName: 'Sara',
    sections: [
      { name: 'inbox', href: '/office/inbox' },
      { name: 'payments', href: '/office/payments' },
      { name: 'new-payment', href: '/office/payments/new' },
      { name: 'bulk', href: '/office/bulk' },
    ],
    current: 'payments',
    openTasks: 3,
    logOut: { ...FORM, action: '/office/logout' },
    ...changes,
  };
}

export function aPaymentRow(changes: Partial<PaymentRow> = {}): PaymentRow {
  return {
    href: `/office/payments/${SESSION}`,
    sessionId: SESSION,
    orderNo: 'O-1042',
    state: 'paid',
    amount: dinars('40.000'),
    customerName: 'سارة العلي',
    customerContact: 'sara@example.com',
    methodName: 'KNET',
    card: 'VISA ·· 1881',
    createdAt: '2026-11-21T10:00:00Z',
    attempts: 1,
    alerts: [],
    ...changes,
  };
}

export function aPaymentList(changes: Partial<PaymentsFacts> = {}): PaymentsFacts {
  return {
    ...anOfficeFrame(),
    asked: {},
    chips: [],
    readings: [],
    rows: [aPaymentRow()],
    faults: {},
    maySeePeople: true,
    maySeeArchived: true,
    newUrl: '/office/payments/new',
    exportForm: { form: FORM, hidden: [] },
    currencies: ['KWD', 'USD'],
    views: aViews(),
    columns: {
      shown: ['customer', 'amount', 'state', 'method', 'created'],
      isInAddress: false,
      hasOwn: false,
      form: { ...FORM, action: '/office/payments/columns' },
    },
    several: {
      acts: ['resend', 'expire', 'cancel'],
      areTicked: false,
      tickAllUrl: '/office/payments?ticked=all',
    },
    ...changes,
  };
}

/** A question about several payments. */
export function aSeveral(changes: Partial<SeveralFacts> = {}): SeveralFacts {
  return {
    ...anOfficeFrame(),
    act: 'expire',
    rows: [aPaymentRow(), aPaymentRow({ sessionId: 'b'.repeat(40), state: 'pending' })],
    missing: 0,
    back: 'state=pending',
    backUrl: '/office/payments?state=pending',
    form: { ...FORM, action: '/office/payments/several/expire' },
    isTold: false,
    ...changes,
  };
}

/** The tabs of a list without filters, of which nobody has kept any. */
export function aViews(changes: Partial<PaymentsFacts['views']> = {}): PaymentsFacts['views'] {
  const quick = ['all', 'open', 'paid', 'held', 'lost', 'alerts', 'archived'] as const;
  return {
    quick: quick.map((name) => ({
      name,
      href: `/office/payments?view=${name}`,
      isHere: name === 'all',
    })),
    saved: [],
    form: { ...FORM, action: '/office/payments' },
    query: '',
    hasDates: false,
    ...changes,
  };
}

const BULK_URL = `/office/bulk/${'b'.repeat(32)}`;

export function aBulkRow(changes: Partial<BulkRow> = {}): BulkRow {
  return {
    href: BULK_URL,
    id: 'b'.repeat(32),
    name: 'رسوم يناير',
    state: 'dispatching',
    total: 1240,
    made: 310,
    failed: 2,
    uploadedBy: 'noura',
    at: '2026-11-21T10:00:00Z',
    ...changes,
  };
}

export function aBulkList(changes: Partial<BulksFacts> = {}): BulksFacts {
  return { ...anOfficeFrame(), rows: [aBulkRow()], newUrl: '/office/bulk/new', ...changes };
}

export function aBulk(changes: Partial<BulkFacts> = {}): BulkFacts {
  const { id: _, ...row } = aBulkRow();
  return {
    ...anOfficeFrame(),
    ...row,
    left: 928,
    leftOut: 3,
    sums: [dinars('6510.000'), { value: '120.50', currency: 'USD' }],
    unknownColumns: ['colour', 'ملاحظة'],
    pace: { perMinute: 1480, expectedEnd: '2026-11-21T10:38:00Z' },
    lookedAt: '2026-11-21T10:00:15Z',
    wrong: [
      {
        row: 7,
        isLeftOut: true,
        rowFaults: [
          { column: 'amount', sentence: 'A valid amount is required.' },
          { column: 'billing_address.city', sentence: 'Too long.' },
        ],
      },
      {
        row: 12,
        isLeftOut: false,
        rowFaults: [{ column: 'non_field_errors', sentence: 'The row has 2 cells.' }],
      },
    ],
    resultUrl: `${BULK_URL}/result`,
    errorsUrl: `${BULK_URL}/errors`,
    paymentsUrl: '/office/payments?bulk_id=b',
    pause: FORM,
    cancelUrl: `${BULK_URL}/cancel`,
    ...changes,
  };
}

export function aNewBulk(changes: Partial<NewBulkFacts> = {}): NewBulkFacts {
  const { methods, currencies } = aNewPayment();
  return {
    ...anOfficeFrame(),
    form: FORM,
    methods,
    currencies,
    values: {},
    picked: [],
    faults: {},
    ...changes,
  };
}

export function aCheckedBulk(changes: Partial<CheckedBulkFacts> = {}): CheckedBulkFacts {
  const { name, total, leftOut, sums, unknownColumns, wrong, errorsUrl } = aBulk();
  return {
    ...anOfficeFrame(),
    name,
    total,
    leftOut,
    sums,
    unknownColumns,
    wrong,
    errorsUrl,
    rows: 1243,
    form: FORM,
    confirmBy: '2026-11-21T11:00:00Z',
    ...changes,
  };
}

export function aBulkToCancel(changes: Partial<CancelBulkFacts> = {}): CancelBulkFacts {
  const { name, state, href, made, left } = aBulk();
  return {
    ...anOfficeFrame(),
    name,
    state,
    href,
    made,
    left,
    form: FORM,
    isBarred: false,
    ...changes,
  };
}

export function anAttemptFact(changes: Partial<AttemptFacts> = {}): AttemptFacts {
  return {
    referenceNumber: 'NOOR7K2MX9QA',
    gateway: 'KNET',
    state: 'success',
    total: dinars('40.250'),
    fee: dinars('0.250'),
    startedAt: '2026-11-21T10:02:00Z',
    endedAt: '2026-11-21T10:03:00Z',
    channel: 'hosted',
    card: 'VISA ·· 1881',
    gatewayReference: 'pay_83hd72',
    parameters: '{\n  "auth_code": "831000"\n}',
    response: '{\n  "status": "CAPTURED"\n}',
    ...changes,
  };
}

export function anOperationFact(changes: Partial<OfficeOperation> = {}): OfficeOperation {
  return {
    sessionId: 'b'.repeat(40),
    kind: 'refund',
    state: 'done',
    amount: dinars('12.500'),
    toWallet: false,
    byGateway: false,
    referenceNumber: 'NOOR8Q4TB2LC',
    gatewayReference: '421700318',
    askedBy: 'noura',
    createdAt: '2026-11-22T08:00:00Z',
    endedAt: '2026-11-22T08:00:04Z',
    ...changes,
  };
}

function aTimelineFact(changes: Partial<TimelineFact> = {}): TimelineFact {
  return {
    at: '2026-11-21T10:00:00Z',
    kind: 'created',
    about: SESSION,
    amount: dinars('40.000'),
    technical: [{ name: 'about', value: SESSION }],
    ...changes,
  };
}

/** One of each kind. */
const TIMELINE: readonly TimelineFact[] = [
  aTimelineFact({ who: 'user:noura', type: 'payment_request' }),
  aTimelineFact({ kind: 'agreement', type: 'recurring' }),
  aTimelineFact({ kind: 'viewed' }),
  aTimelineFact({ kind: 'attempt.begun', gatewayName: 'KNET', amount: dinars('40.250') }),
  aTimelineFact({ kind: 'callback', gatewayName: 'KNET', result: 'success' }),
  aTimelineFact({ kind: 'inquiry', gatewayName: 'KNET', result: 'open', calls: 3 }),
  aTimelineFact({
    kind: 'attempt.ended',
    gatewayName: 'KNET',
    state: 'failed',
    message: 'Insufficient funds',
  }),
  aTimelineFact({ kind: 'attempt.ended', gatewayName: 'KNET', state: 'success' }),
  aTimelineFact({ kind: 'vote', who: 'user:huda' }),
  aTimelineFact({ kind: 'vote', who: 'user:huda', isBreakGlass: true }),
  aTimelineFact({ kind: 'approval', who: 'user:huda', state: 'rejected', reason: 'Not ours' }),
  aTimelineFact({
    kind: 'operation',
    operation: 'refund',
    step: 'begun',
    reason: 'goodwill',
    needsApproval: true,
    who: 'key:sk_live_ab12',
  }),
  aTimelineFact({ kind: 'operation', operation: 'refund', step: 'ended', state: 'done' }),
  aTimelineFact({ kind: 'operation', operation: 'capture', step: 'reversed' }),
  aTimelineFact({
    kind: 'ledger',
    type: 'capture',
    lines: [
      { account: 'gateway', amount: dinars('40.250') },
      { account: 'sales', amount: dinars('-40.000') },
      { account: 'fees', amount: dinars('-0.250') },
    ],
  }),
  aTimelineFact({ kind: 'dispute', state: 'open', amount: dinars('40.000') }),
  aTimelineFact({ kind: 'dispute', step: 'taken', amount: dinars('40.000') }),
  aTimelineFact({ kind: 'dispute', step: 'returned', amount: dinars('40.000') }),
  aTimelineFact({ kind: 'alert', type: 'second-success', message: 'A second try was charged.' }),
  aTimelineFact({ kind: 'webhook', type: 'payment.paid', state: 'delivered' }),
  aTimelineFact({ kind: 'notification', channel: 'email', state: 'sent' }),
  aTimelineFact({
    kind: 'audit',
    action: 'request',
    route: 'operations.perform',
    who: 'user:noura',
    from: '192.0.2.7',
  }),
  ...[200, 403, 503].map((httpStatus) =>
    aTimelineFact({ kind: 'audit', action: 'answer', route: 'operations.perform', httpStatus }),
  ),
  aTimelineFact({ kind: 'audit', action: 'operation.break-glass', who: 'user:huda' }),
  aTimelineFact({ kind: 'audit', action: 'message.to-another', who: 'user:huda' }),
];

export function aRemovedPayment(changes: Partial<RemovedFacts> = {}): RemovedFacts {
  return {
    ...anOfficeFrame(),
    sessionId: SESSION,
    orderNo: 'O-1042',
    state: 'expired',
    amount: dinars('40.000'),
    type: 'payment_request',
    createdAt: '2026-11-21T10:00:00Z',
    removedAt: '2026-11-23T10:00:00Z',
    removedBy: 'noura',
    attempts: [anAttemptFact({ state: 'failed' })],
    operations: [anOperationFact()],
    late: [
      {
        amount: dinars('40.000'),
        at: '2026-11-23T10:05:00Z',
        referenceNumber: 'NOORAAAAAA',
        gatewayPayment: 'pi_9',
      },
    ],
    booked: [
      {
        at: '2026-11-23T10:05:00Z',
        kind: 'ledger',
        about: 'NOORAAAAAA',
        type: 'stray',
        lines: [
          { account: 'gateway', amount: dinars('40.000') },
          { account: 'suspense', amount: dinars('-40.000') },
        ],
        technical: [{ name: 'reference_number', value: 'NOORAAAAAA' }],
      },
      {
        at: '2026-11-24T10:05:00Z',
        kind: 'dispute',
        about: 'du_1',
        state: 'open',
        amount: dinars('40.000'),
        technical: [{ name: 'about', value: 'du_1' }],
      },
    ],
    ...changes,
  };
}

export function aPaymentDetail(changes: Partial<PaymentFacts> = {}): PaymentFacts {
  return {
    ...anOfficeFrame(),
    sessionId: SESSION,
    orderNo: 'O-1042',
    state: 'paid',
    isRefundedWhole: false,
    isSandbox: false,
    isDeleted: false,
    amount: dinars('40.000'),
    type: 'payment_request',
    kind: 'purchase',
    createdAt: '2026-11-21T10:00:00Z',
    expiresAt: '2026-11-22T10:00:00Z',
    seenAt: '2026-11-21T10:01:00Z',
    actions: [
      {
        action: 'refund',
        href: `/office/payments/${SESSION}/refund`,
        needsApproval: true,
      },
      { action: 'notify', href: `/office/payments/${SESSION}/notify`, needsApproval: false },
    ],
    money: {
      fee: dinars('0.250'),
      charged: dinars('40.250'),
      byWallet: dinars('5.000'),
      refundable: dinars('27.500'),
      capturable: dinars('0.000'),
      voidable: dinars('0.000'),
      refunded: dinars('12.500'),
      why: [{ operation: 'capture', sentence: 'The payment was charged at once.' }],
    },
    customer: {
      id: 'C-77',
      name: 'سارة العلي',
      email: 'sara@example.com',
      phones: ['+96522223333'],
      address: 'Block 4, Kuwait',
      othersUrl: '/office/payments?customer_id=C-77',
    },
    attempts: [
      anAttemptFact({
        referenceNumber: 'NOOR2F8WD6YE',
        state: 'failed',
        message: 'Insufficient funds',
        declineCode: '51',
        advice: 'soft',
      }),
      anAttemptFact({ isSettled: true }),
    ],
    operations: [anOperationFact()],
    alerts: [],
    timeline: TIMELINE,
    webhooks: [
      {
        id: 'e1',
        type: 'payment.paid',
        state: 'sending',
        url: 'https://shop.example/hooks',
        at: '2026-11-21T10:03:01Z',
        calls: 2,
        answer: '503',
        replay: { form: FORM, hidden: [{ name: 'event', value: 'e1' }] },
      },
    ],
    messages: [
      {
        what: 'paid',
        channel: 'email',
        state: 'sent',
        to: ['sara@example.com'],
        at: '2026-11-21T10:03:01Z',
        seenAt: '2026-11-21T10:10:00Z',
      },
    ],
    links: {
      checkout: 'https://pay.example/checkout/v1/pymt-txn/x/page/',
      short: 'https://pay.example/s/abc123',
      qrUrl: '/b/qr/x.svg',
    },
    invoiceNumber: 'INV-17',
    unitCode: 'salmiya',
    hiddenMethods: ['"visa" cannot charge KWD 12.345: Stripe takes KWD in steps of 0.010.'],
    madeBy: 'noura',
    customerLanguage: 'ar',
    workflowId: `transaction/${SESSION}`,
    workflowUrl: 'https://temporal.example/namespaces/default/workflows/x',
    workflowsUrl: 'https://temporal.example/namespaces/default/workflows?query=x',
    extra: '{\n  "table": 7\n}',
    ...changes,
  };
}

export function aDialog(changes: Partial<DialogFacts> = {}): DialogFacts {
  const { action = 'refund', state = 'paid' } = changes;
  return {
    ...anOfficeFrame(),
    action,
    deed: deedOf(action, state),
    paymentUrl: `/office/payments/${SESSION}`,
    orderNo: 'O-1042',
    sessionId: SESSION,
    state,
    isRefundedWhole: false,
    payment: dinars('40.000'),
    isSandbox: false,
    left: dinars('27.500'),
    methodName: 'KNET VISA ·· 1881',
    needsApproval: false,
    takesReason: true,
    form: FORM,
    amount: '27.500',
    channels: ['email', 'sms'],
    faults: {},
    ...changes,
  };
}

export function aNewPayment(changes: Partial<NewPaymentFacts> = {}): NewPaymentFacts {
  return {
    ...anOfficeFrame({ current: 'new-payment' }),
    form: FORM,
    methods: [
      { code: 'knet', name: 'KNET', isSandbox: false },
      { code: 'card', name: 'Credit card', isSandbox: true },
    ],
    currencies: ['KWD', 'USD'],
    units: [{ code: 'salmiya', name: 'السالمية' }],
    channels: ['email', 'sms', 'whatsapp'],
    values: { currency_code: 'KWD', language: 'ar' },
    shownAt: '2026-11-21T10:00:00.000Z',
    picked: { methods: ['knet'], channels: [] },
    faults: {},
    ...changes,
  };
}

/** The code of a link, to show or to print. */
export function aPaymentCode(changes: Partial<PaymentCodeFacts> = {}): PaymentCodeFacts {
  return {
    ...anOfficeFrame(),
    paymentUrl: `/office/payments/${SESSION}`,
    orderNo: 'O-1042',
    amount: dinars('40.000'),
    isSandbox: true,
    expiresAt: '2026-11-22T10:00:00Z',
    qrUrl: 'data:image/svg+xml;base64,PHN2Zy8+',
    link: 'https://pay.example/s/abc',
    ...changes,
  };
}

/** A refund that waits, for who may decide. */
export function anApproval(changes: Partial<ApprovalFacts> = {}): ApprovalFacts {
  return {
    ...anOfficeFrame({ current: 'inbox' }),
    number: 17,
    kind: 'refund',
    state: 'pending',
    maker: 'noura',
    amount: dinars('12.500'),
    payment: dinars('40.000'),
    toWallet: false,
    isSandbox: true,
    customerName: 'سارة العلي',
    card: 'VISA ·· 1881',
    reason: 'not_delivered',
    reasonNote: 'The courier lost it.',
    remains: dinars('25.000'),
    back: dinars('2.500'),
    orderNo: 'O-1042',
    paymentUrl: `/office/payments/${SESSION}`,
    paidAt: '2026-11-21T10:03:00Z',
    methodName: 'KNET',
    warnings: [
      { key: 'alert', alert: 'dispute' },
      { key: 'back', amount: dinars('2.500') },
      { key: 'old', count: 180 },
      { key: 'expired' },
      { key: 'maker', count: 6 },
      { key: 'customer', payments: 5, refunds: 3 },
    ],
    needed: 2,
    votes: [{ by: 'ali', at: '2026-11-22T08:00:00Z', isAlone: false, note: 'Seen.' }],
    expiresAt: '2026-11-24T10:00:00Z',
    hoursLeft: 26,
    offers: ['approve', 'reject'],
    form: { ...FORM, action: `/office/approvals/${SESSION}` },
    hidden: [{ name: 'version', value: 'v1' }],
    comment: '',
    isNews: false,
    isQueued: false,
    isTakenBack: false,
    ...changes,
  };
}

/** The question whether one yes shall count for all. */
export function aBreakGlass(changes: Partial<BreakGlassFacts> = {}): BreakGlassFacts {
  const requestUrl = `/office/approvals/${SESSION}`;
  return { ...anApproval(), requestUrl, showBy: 'password', ...changes };
}

export function aTaskFact(changes: Partial<TaskFacts> = {}): TaskFacts {
  return {
    id: `approval:${SESSION}`,
    subject: 'request',
    href: `/office/approvals/${SESSION}`,
    orderNo: 'O-1042',
    referenceNumber: 'NOOR2F8WD6YE',
    amount: dinars('12.500'),
    since: '2026-11-21T10:00:00Z',
    until: '2026-11-23T10:00:00Z',
    does: ['take'],
    ...changes,
  };
}

export function anInbox(changes: Partial<InboxFacts> = {}): InboxFacts {
  return {
    ...anOfficeFrame({ current: 'inbox' }),
    groups: [
      {
        kind: 'alert.second-success',
        severity: 'high',
        tasks: [
          aTaskFact({
            id: `alert.second-success:${SESSION}:R`,
            subject: 'payment',
            href: `/office/payments/${SESSION}`,
            detail: 'A second try was charged.',
            mark: { by: 'ali', isMe: false, isDone: false, at: '2026-11-21T11:00:00Z' },
            does: ['release'],
          }),
          aTaskFact({
            id: 'alert.second-success:x:R',
            subject: 'payment',
            does: ['take', 'handle'],
          }),
        ],
      },
      { kind: 'approval', severity: 'medium', tasks: [aTaskFact()] },
    ],
    asked: { isMine: false, isHandled: false },
    counts: { 'alert.second-success': 2, approval: 1 },
    lookedAt: '2026-11-22T08:00:00Z',
    form: { ...FORM, action: '/office/inbox' },
    hidden: [],
    faults: [],
    ...changes,
  };
}

export function someTasks(changes: Partial<SeveralTasksFacts> = {}): SeveralTasksFacts {
  const stuck = { ...aTaskFact({ id: `stuck:${SESSION}:R` }), kind: 'stuck' } as const;
  return {
    ...anOfficeFrame({ current: 'inbox' }),
    rows: [stuck],
    missing: 0,
    note: '',
    back: 'kind=stuck',
    backUrl: '/office/inbox?kind=stuck',
    form: { ...FORM, action: '/office/inbox/several' },
    isTold: false,
    ...changes,
  };
}

export function anAccountPage(changes: Partial<AccountFacts> = {}): AccountFacts {
  const { current: _, ...frame } = anOfficeFrame();
  const form = { ...FORM, action: '/office/account/x' };
  const login = {
    since: '2026-11-22T07:40:00Z',
    lastSeen: '2026-11-22T08:00:00Z',
    browser: 'Firefox, Linux',
    network: '2001:db8::',
    how: 'second_factor' as const,
  };
  return {
    ...frame,
    profile: {
      username: 'sara',
      email: 'sara@example.com',
      hasSecondFactor: false,
      mustHaveSecondFactor: false,
      recoveryCodesLeft: 0,
      needsStepUp: false,
      stepUpBy: 'password',
    },
    logins: [
      { ...login, id: 'a', isThis: true },
      { ...login, id: 'b', how: 'password', isThis: false },
      { ...login, id: 'c', how: 'recovery_code', isThis: false },
      { ...login, id: 'd', how: 'single_sign_on', isThis: false },
    ],
    mails: {
      kinds: TASK_KINDS.map((kind) => ({ kind, when: mailTimeOf({}, kind) })),
      dailyAt: '08:00',
      timeZone: 'Asia/Kuwait',
      version: '0',
      isSaved: false,
    },
    forms: {
      password: form,
      factor: form,
      remove: form,
      recovery: form,
      logins: form,
      mails: form,
    },
    ...changes,
  };
}
