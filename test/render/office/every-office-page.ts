import { fieldSentence } from '../../../domain/field-sentence.ts';
import type { Language } from '../../../domain/language.ts';
import { PAYMENT_COLUMNS } from '../../../domain/saved-view.ts';
import { SEVERITIES, SUBJECT_TYPES, TASK_KINDS } from '../../../domain/tasks/task.ts';
import {
  renderAccount,
  renderNewFactor,
  renderRecoveryCodes,
} from '../../../render/office/account.tsx';
import type { ApprovalFacts } from '../../../render/office/approval-facts.ts';
import type { BulkFacts, BulksFacts } from '../../../render/office/bulk-facts.ts';
import type { CheckedBulkFacts, NewBulkFacts } from '../../../render/office/new-bulk-facts.ts';
import type { InboxFacts, SeveralTasksFacts } from '../../../render/office/inbox-facts.ts';
import type { OfficeFrame } from '../../../render/office/frame-facts.ts';
import type { PaymentsFacts } from '../../../render/office/payments-facts.ts';
import type { PaymentAction } from '../../../render/office/payment-facts.ts';
import { renderApproval } from '../../../render/office/approval.tsx';
import { renderBulk, renderCancelBulk } from '../../../render/office/bulk.tsx';
import { renderBulks } from '../../../render/office/bulks.tsx';
import { renderCheckedBulk, renderNewBulk } from '../../../render/office/new-bulk.tsx';
import { renderBreakGlass, type BreakGlassFacts } from '../../../render/office/break-glass.tsx';
import { renderDialog } from '../../../render/office/dialog.tsx';
import { renderInbox } from '../../../render/office/inbox.tsx';
import { renderNewPayment } from '../../../render/office/new-payment.tsx';
import { renderPaymentCode } from '../../../render/office/payment-code.tsx';
import { renderPayment } from '../../../render/office/payment.tsx';
import { renderRemoved } from '../../../render/office/removed.tsx';
import type { SeveralFacts } from '../../../render/office/several-facts.ts';
import { renderSeveralTasks } from '../../../render/office/several-tasks.tsx';
import { renderSeveral } from '../../../render/office/several.tsx';
import { renderPayments } from '../../../render/office/payments.tsx';
import {
  renderFirstRecoveryCodes,
  renderRequiredFactor,
} from '../../../render/office/required-factor.tsx';
import { officeWords } from '../../../render/locales/office-words.ts';
import { dinars } from '../builders.ts';
import {
  aBreakGlass,
  aBulk,
  aBulkList,
  aBulkRow,
  aBulkToCancel,
  aCheckedBulk,
  aDialog,
  anAccountPage,
  anApproval,
  anAttemptFact,
  aNewBulk,
  aNewPayment,
  anInbox,
  anOfficeFrame,
  anOperationFact,
  aViews,
  aPaymentCode,
  aPaymentDetail,
  aRemovedPayment,
  aPaymentList,
  aPaymentRow,
  aSeveral,
  aTaskFact,
  SESSION,
  someTasks,
} from './builders.ts';

export const OFFICE_ACTIONS = [
  'refund',
  'capture',
  'void',
  'cancel',
  'expire',
  'delete',
  'restore',
  'inquire',
  'notify',
  'resend',
  'cash',
  'charge',
] as const satisfies readonly PaymentAction[];

/** Every page of the office in every state that looks different. */
export function everyOfficePage(
  language: Language,
  changes: Partial<OfficeFrame> = {},
): readonly { readonly name: string; readonly html: string }[] {
  const frame = anOfficeFrame({ language, ...changes });
  return [
    {
      name: 'payments',
      html: renderPayments(aPaymentList({ ...frame, ...FULL_LIST })),
    },
    ...VIEWS.map(([name, views]) => ({
      name: `payments, ${name}`,
      html: renderPayments(aPaymentList({ ...frame, views: aViews(views) })),
    })),
    ...SEVERAL.map(([name, more]) => ({
      name: `several payments, ${name}`,
      html: renderSeveral(aSeveral({ ...frame, ...more })),
    })),
    {
      name: 'payments, every column',
      html: renderPayments(
        aPaymentList({
          ...frame,
          ...FULL_LIST,
          columns: {
            ...aPaymentList().columns,
            shown: [...PAYMENT_COLUMNS].toReversed(),
            isInAddress: true,
            hasOwn: true,
          },
        }),
      ),
    },
    {
      name: 'payments, one column',
      html: renderPayments(
        aPaymentList({
          ...frame,
          ...FULL_LIST,
          columns: { ...aPaymentList().columns, shown: ['paid'], isInAddress: true },
        }),
      ),
    },
    { name: 'payments, none', html: renderPayments(aPaymentList({ ...frame, rows: [] })) },
    {
      name: 'payments, begun anew',
      html: renderPayments(aPaymentList({ ...frame, isBegunAnew: true })),
    },
    {
      name: 'payments, none that fits',
      html: renderPayments(
        aPaymentList({
          ...frame,
          rows: [],
          asked: { state: 'paid' },
          chips: [{ name: 'state', value: 'paid', href: '/office/payments' }],
          searchedUntil: '2026-05-03T09:00:00Z',
          isSearchKeyLost: true,
          completeAfter: '2026-04-01T09:00:00Z',
          nextUrl: '/office/payments?cursor=y',
        }),
      ),
    },
    {
      name: 'payments, faults',
      html: renderPayments(
        aPaymentList({
          ...frame,
          rows: [],
          asked: { amount_min: 'x' },
          faults: {
            amount_min: [fieldSentence('amount')],
            state: [fieldSentence('some-of', { choices: 'paid, failed' })],
            currency_code: [fieldSentence('one-currency', { name: 'amount_min' })],
          },
        }),
      ),
    },
    {
      name: 'payment',
      html: renderPayment(
        aPaymentDetail({
          ...frame,
          isSandbox: true,
          alerts: [
            {
              kind: 'second-success',
              at: '2026-11-21T10:05:00Z',
              referenceNumber: 'NOOR2F8WD6YE',
              detail: 'A second try was charged.',
            },
            {
              kind: 'late-money',
              at: '2026-11-21T10:06:00Z',
              referenceNumber: 'NOOR2F8WD6YE',
              detail: 'Money came late.',
              inboxUrl: '/office/inbox?kind=alert.late-money',
            },
            ...[false, true].map((isDone) => ({
              kind: 'dispute' as const,
              at: `2026-11-21T10:07:0${Number(isDone)}Z`,
              referenceNumber: 'NOOR2F8WD6YE',
              detail: 'A dispute.',
              ...(!isDone && { inboxUrl: '/office/inbox?kind=alert.dispute' }),
              mark: {
                by: 'ali',
                isDone,
                at: '2026-11-21T11:00:00Z',
                ...(isDone && { note: 'Answered.' }),
              },
            })),
          ],
          actions: [],
          noAction: 'now',
        }),
      ),
    },
    {
      name: 'payment, nothing yet',
      html: renderPayment(
        aPaymentDetail({
          ...frame,
          state: 'created',
          customer: { phones: [] },
          attempts: [],
          operations: [],
          timeline: [],
          webhooks: [],
          messages: [],
          told: { tone: 'good', key: 'created' },
          actions: [],
          noAction: 'ever',
        }),
      ),
    },
    {
      name: 'payment, parts away',
      html: renderPayment(
        aPaymentDetail({
          ...frame,
          state: 'attempted',
          attempts: [anAttemptFact({ state: 'failed', message: 'Do not honour' })],
          operations: [anOperationFact({ state: 'unclear' })],
          timeline: 'failed',
          webhooks: 'failed',
          messages: 'failed',
          told: { tone: 'warn', key: 'unclear', operation: 'refund', amount: dinars('12.500') },
        }),
      ),
    },
    { name: 'payment, removed', html: renderRemoved(aRemovedPayment(frame)) },
    {
      name: 'payment, removed by a program before anybody paid',
      html: renderRemoved({
        ...anOfficeFrame(frame),
        sessionId: SESSION,
        state: 'created',
        amount: dinars('40.000'),
        type: 'e_commerce',
        createdAt: '2026-11-21T10:00:00Z',
        removedAt: '2026-11-23T10:00:00Z',
        attempts: [],
        operations: [],
        late: [],
        booked: [],
      }),
    },
    ...OFFICE_ACTIONS.map((action) => ({
      name: `question, ${action}`,
      html: renderDialog(aDialog({ ...frame, action })),
    })),
    ...(
      [
        ['remove for good', { action: 'delete', state: 'expired' }],
        [
          'archive, of what was to be removed',
          { action: 'delete', state: 'paid', isOtherDeed: true },
        ],
        ['cancel what was paid in cash', { action: 'cancel', state: 'cod' }],
      ] as const
    ).map(([name, more]) => ({
      name: `question, ${name}`,
      html: renderDialog(aDialog({ ...frame, ...more, takesReason: false })),
    })),
    {
      name: 'question, a message that one way has not taken',
      html: renderDialog(
        aDialog({
          ...frame,
          action: 'resend',
          takesReason: false,
          picked: ['sms'],
          refusal: 'Not sent (sms: unreachable).',
          refusalCode: 'not_sent',
          notSent: { channels: ['sms'], isOfSome: true },
        }),
      ),
    },
    {
      name: 'question, cash by one of several',
      html: renderDialog(
        aDialog({
          ...frame,
          action: 'cash',
          takesReason: false,
          cashMethods: [
            { code: 'cash', name: 'Cash on delivery', cost: COST },
            { code: 'till', name: 'الصندوق', cost: { total: dinars('40.000') } },
          ],
        }),
      ),
    },
    ...(['AGR-7', undefined] as const).map((agreementId) => ({
      name: `question, a saved card ${agreementId === undefined ? 'without consent' : 'by an agreement'}`,
      html: renderDialog(
        aDialog({
          ...frame,
          action: 'charge',
          takesReason: false,
          cards: [
            {
              token: 'tok-1',
              card: 'VISA ·· 1881',
              month: '05/2029',
              methodName: 'KNET',
              cost: COST,
            },
            { token: 'tok-2', card: '·· 0003', month: '12/2027', methodName: 'كي نت' },
          ],
          ...(agreementId === undefined
            ? {
                faults: { consent: [officeWords(frame.language).operation.consentMissing] },
                isOurs: true as const,
              }
            : { agreementId, cost: COST }),
        }),
      ),
    })),
    {
      name: 'question, barred without a word',
      html: renderDialog(aDialog({ ...frame, isBarred: true })),
    },
    {
      name: 'payment, just made',
      html: renderPayment(
        aPaymentDetail({
          ...frame,
          state: 'created',
          told: { tone: 'good', key: 'created' },
          codeUrl: `/office/payments/${SESSION}/code`,
          actions: [
            { action: 'resend', href: `/office/payments/${SESSION}/resend`, needsApproval: false },
            { action: 'cash', href: `/office/payments/${SESSION}/cash`, needsApproval: false },
          ],
        }),
      ),
    },
    { name: 'code of a payment', html: renderPaymentCode(aPaymentCode(frame)) },
    {
      name: 'question, approval and faults',
      html: renderDialog(
        aDialog({
          ...frame,
          needsApproval: true,
          amount: '99',
          faults: { amount: ['At most 27.500 KWD is left.'] },
          refusal: 'Another refund is under way.',
        }),
      ),
    },
    {
      name: 'question, a note without a reason',
      html: renderDialog(
        aDialog({
          ...frame,
          faults: { reason: [officeWords(frame.language).operation.reasonMissing] },
          isOurs: true,
        }),
      ),
    },
    {
      name: 'question, another reason without a note',
      html: renderDialog(
        aDialog({ ...frame, faults: { note: ['Say in words what the other reason is.'] } }),
      ),
    },
    {
      name: 'question, where less needs nobody and the network moves no smaller part',
      html: renderDialog(
        aDialog({
          ...frame,
          needsApproval: true,
          most: { value: '27.490', currency: 'KWD' },
          approvalFrom: { value: '20.000', currency: 'KWD' },
          stepUpAhead: 'password',
          stepUpFrom: { value: '5.000', currency: 'KWD' },
          amount: '27.490',
        }),
      ),
    },
    {
      name: 'question, step-up',
      html: renderDialog(aDialog({ ...frame, needsReason: true, stepUp: { by: 'code' } })),
    },
    {
      name: 'question, step-up at the issuer',
      html: renderDialog(aDialog({ ...frame, stepUp: { by: 'issuer', wrongAt: '08:15' } })),
    },
    {
      name: 'question, resend to another address',
      html: renderDialog(
        aDialog({
          ...frame,
          action: 'resend',
          takesReason: false,
          takesAddress: true,
          channels: ['email', 'sms', 'whatsapp'],
          picked: ['email'],
          faults: { to: ['An address is of one channel: name that one in channels.'] },
        }),
      ),
    },
    ...(['refund', 'void'] as const).map((action) => ({
      name: `question, step-up ahead of a ${action}`,
      html: renderDialog(aDialog({ ...frame, action, stepUpAhead: 'code' })),
    })),
    { name: 'question, unknown', html: renderDialog(aDialog({ ...frame, isUnknown: true })) },
    {
      name: 'question, barred',
      html: renderDialog(
        aDialog({
          ...frame,
          isBarred: true,
          refusal: 'The payment is not paid.',
          refusalCode: 'invalid_state',
        }),
      ),
    },
    { name: 'new payment', html: renderNewPayment(aNewPayment(frame)) },
    {
      name: 'new payment, checked, of an order that has one',
      html: renderNewPayment(
        aNewPayment({
          ...frame,
          sameOrder: {
            orderNo: 'O-1042',
            href: '/office/payments/1',
            createdAt: '2026-11-21T09:00:00Z',
          },
          costs: [
            { name: 'KNET', total: dinars('4.000') },
            { name: 'كي نت', total: dinars('4.250'), fee: dinars('0.250') },
          ],
          hiddenMethods: ['"visa" cannot charge KWD 4.125: Stripe takes KWD in steps of 0.010.'],
        }),
      ),
    },
    {
      name: 'new payment, faults',
      html: renderNewPayment(
        aNewPayment({
          ...frame,
          currencies: [],
          attachment: { url: 'payment_transactions/attachments/bill_1.pdf', name: 'عرض.pdf' },
          faults: {
            amount: [fieldSentence('amount')],
            language: [fieldSentence('choice', { choices: 'KWD, USD' })],
            pg_codes: ['Choose one.'],
          },
        }),
      ),
    },
    {
      name: 'new payment, unknown',
      html: renderNewPayment(aNewPayment({ ...frame, isUnknown: true })),
    },
    { name: 'new payment, no way', html: renderNewPayment(aNewPayment({ ...frame, methods: [] })) },
    ...APPROVALS.map(([name, more]) => ({
      name: `approval, ${name}`,
      html: renderApproval(anApproval({ ...frame, ...more })),
    })),
    ...BULK_LISTS.map(([name, more]) => ({
      name: `bulks, ${name}`,
      html: renderBulks(aBulkList({ ...frame, ...more })),
    })),
    ...BULKS.map(([name, more]) => ({
      name: `bulk, ${name}`,
      html: renderBulk(aBulk({ ...frame, ...more })),
    })),
    ...NEW_BULKS.map(([name, more]) => ({
      name: `new bulk, ${name}`,
      html: renderNewBulk(aNewBulk({ ...frame, ...more })),
    })),
    ...CHECKED_BULKS.map(([name, more]) => ({
      name: `checked bulk, ${name}`,
      html: renderCheckedBulk(aCheckedBulk({ ...frame, ...more })),
    })),
    { name: 'bulk, to cancel', html: renderCancelBulk(aBulkToCancel(frame)) },
    {
      name: 'bulk, nothing to cancel',
      html: renderCancelBulk(aBulkToCancel({ ...frame, isBarred: true, state: 'done' })),
    },
    ...BREAKING.map(([name, more]) => ({
      name: `breaking glass, ${name}`,
      html: renderBreakGlass(aBreakGlass({ ...frame, ...more })),
    })),
    ...INBOXES.map(([name, more]) => ({
      name: `inbox, ${name}`,
      html: renderInbox(anInbox({ ...frame, ...more })),
    })),
    ...SEVERAL_TASKS.map(([name, more]) => ({
      name: `several tasks, ${name}`,
      html: renderSeveralTasks(someTasks({ ...frame, ...more })),
    })),
    { name: 'account', html: renderAccount(anAccountPage(frame)) },
    {
      name: 'account, mails chosen',
      html: renderAccount(
        anAccountPage({ ...frame, mails: { ...anAccountPage().mails, isSaved: true } }),
      ),
    },
    {
      name: 'account, mails chosen elsewhere meanwhile',
      html: renderAccount(
        anAccountPage({ ...frame, news: { form: 'mails', status: 412, fault: 'changed' } }),
      ),
    },
    {
      name: 'account, no mails to choose',
      html: renderAccount(
        anAccountPage({ ...frame, mails: { ...anAccountPage().mails, kinds: [] } }),
      ),
    },
    {
      name: 'account, second factor',
      html: renderAccount(
        anAccountPage({
          ...frame,
          profile: { ...anAccountPage().profile, hasSecondFactor: true, recoveryCodesLeft: 2 },
          news: { form: 'remove-factor', status: 401, fault: 'step-up', wrongAt: '08:15' },
        }),
      ),
    },
    {
      name: 'account, second factor confirmed once more',
      html: renderAccount(
        anAccountPage({
          ...frame,
          profile: { ...anAccountPage().profile, hasSecondFactor: true, recoveryCodesLeft: 10 },
          news: { form: 'recovery-codes', status: 400, fault: 'is-on' },
        }),
      ),
    },
    ...[
      { secret: 'JBSWY3DPEHPK3PXP', qrUrl: 'data:image/svg+xml;base64,x' },
      { fault: { kind: 'wrong' as const, time: '08:15' } },
    ].map((more) => ({
      name: 'fault' in more ? 'new second factor, wrong code' : 'new second factor',
      html: renderNewFactor({ ...frame, form: anAccountPage().forms.factor, ...more }),
    })),
    {
      name: 'account, second factor that is asked for',
      html: renderAccount(
        anAccountPage({
          ...frame,
          profile: {
            ...anAccountPage().profile,
            hasSecondFactor: true,
            mustHaveSecondFactor: true,
            recoveryCodesLeft: 9,
          },
        }),
      ),
    },
    { name: 'recovery codes', html: renderRecoveryCodes({ ...frame, codes: ['abcde-fghij'] }) },
  ];
}

/** What somebody sees whose merchant asks for a second factor that they do not have: they are not logged in yet. */
export function requiredFactorPages(
  language: Language,
  merchantName = 'Noor',
): readonly { readonly name: string; readonly html: string }[] {
  const frame = anOfficeFrame({ language });
  const facts = {
    ...frame,
    action: '/office/login/factor',
    next: '/office/',
    merchantName,
    username: 'sara',
    secret: 'JBSWY3DPEHPK3PXP',
    qrUrl: 'data:image/svg+xml;base64,x',
  };
  return [
    { name: 'required second factor', html: renderRequiredFactor(facts) },
    {
      name: 'required second factor, wrong code',
      html: renderRequiredFactor({ ...facts, fault: { kind: 'wrong', time: '08:15' } }),
    },
    {
      name: 'first recovery codes',
      html: renderFirstRecoveryCodes({ ...frame, codes: ['abcde-fghij'], next: '/office/' }),
    },
  ];
}
/** What a payment of forty dinars costs at an account with a fee. */
const COST = { total: dinars('40.500'), fee: dinars('0.500') };

const SEVERAL: readonly (readonly [string, Partial<SeveralFacts>])[] = [
  ['to expire', { missing: 2 }],
  ['to cancel', { act: 'cancel' }],
  ['to be told again', { act: 'resend' }],
  ['none', { rows: [] }],
  ['too many', { rows: [], isTooMany: true }],
  [
    'told',
    {
      isTold: true,
      rows: (['done', 'unknown', 'waiting', 'refused'] as const).map((is, nth) => ({
        ...aPaymentRow({ sessionId: String(nth).repeat(40) }),
        outcome: is === 'refused' ? { is, sentence: 'It is paid.', code: 'invalid_state' } : { is },
      })),
    },
  ],
  ['all done', { isTold: true, rows: [{ ...aPaymentRow(), outcome: { is: 'done' } }] }],
];

const BREAKING: readonly (readonly [string, Partial<BreakGlassFacts>])[] = [
  ['asked', { needed: 3, votes: [] }],
  ['by code, without a number', { showBy: 'code', commentFaults: ['Say why.'] }],
  ['at the issuer', { showBy: 'issuer', refusal: 'It is over.', refusalCode: 'invalid_state' }],
  ['not right', { stepUp: { by: 'password', wrongAt: '08:15' } }],
  ['changed', { changed: ['votes', 'alerts'] }],
  ['unknown', { isUnknown: true, comment: 'It burns.' }],
];

const APPROVALS: readonly (readonly [string, Partial<ApprovalFacts>])[] = [
  ['to decide', {}],
  ['to decide, or alone', { breakGlassUrl: `/office/approvals/x/break-glass` }],
  ['own', { offers: ['withdraw'], whyNot: 'own', warnings: [], next: 'none' }],
  ['voted', { offers: [], whyNot: 'voted', hoursLeft: 0, next: { href: '/office/approvals/x' } }],
  ['of an archived payment', { offers: ['reject'], whyNot: 'payment' }],
  ['for a reader', { offers: [], whyNot: 'reader', kind: 'void', toWallet: false }],
  ['to a wallet', { toWallet: true, kind: 'refund' }],
  ['a capture', { kind: 'capture' }],
  ['without a reason', { commentFaults: ['Say why.'], refusal: 'It is canceled.' }],
  ['changed', { changed: ['remains', 'back', 'votes', 'payment', 'alerts'] }],
  ['unknown', { offers: ['approve'], isUnknown: true }],
  ['step-up by code', { offers: ['approve'], stepUp: { by: 'code' } }],
  ['step-up ahead', { stepUpAhead: 'password' }],
  ['step-up ahead at the issuer', { stepUpAhead: 'issuer' }],
  ['step-up by a wrong code', { offers: ['approve'], stepUp: { by: 'code', wrongAt: '08:15' } }],
  ['step-up wrong', { offers: ['reject'], stepUp: { by: 'password', wrongAt: '08:15' } }],
  ...(
    ['approved', 'rejected', 'canceled', 'done', 'manual_action_required', 'expired'] as const
  ).map(
    (state) =>
      [
        state,
        {
          state,
          offers: state === 'manual_action_required' ? (['retry'] as const) : [],
          isNews: true,
          decidedBy: 'ali',
          decisionReason: 'Seen.',
          message: 'Do not honour',
          gatewayReference: 'G-1',
          next: { href: '/office/approvals/x' },
        },
      ] as const,
  ),
  ['queued', { state: 'done', offers: [], isQueued: true }],
  ['taken-back', { state: 'done', offers: [], isTakenBack: true }],
];

const BULK_LISTS: readonly (readonly [string, Partial<BulksFacts>])[] = [
  ['empty', { rows: [] }],
  [
    'full',
    {
      rows: (['scheduling', 'dispatching', 'paused', 'done', 'canceled'] as const).map(
        (state, nth) => {
          const { uploadedBy, ...row } = aBulkRow({ id: String(nth), state, failed: nth * 1000 });
          return { ...row, ...(nth % 2 === 0 && { uploadedBy }), ...(nth === 3 && { name: '' }) };
        },
      ),
      nextUrl: '/office/bulk?before=b',
      firstUrl: '/office/bulk',
    },
  ],
];

const BULKS: readonly (readonly [string, Partial<BulkFacts>])[] = [
  ['being made', {}],
  ['just begun', { state: 'scheduling', made: 0, failed: 0, wrong: [], name: '', told: 'resume' }],
  ['paused', { state: 'paused', told: 'pause', unknownColumns: [], leftOut: 0 }],
  ['done', { state: 'done', left: 0, made: 1238, refusal: 'The bulk is done.' }],
  ['canceled', { state: 'canceled', told: 'cancel', sums: [] }],
  ['unknown', { isUnknown: true }],
];

const NEW_BULKS: readonly (readonly [string, Partial<NewBulkFacts>])[] = [
  ['empty', {}],
  ['without a way to pay', { methods: [], currencies: [] }],
  ...(['no-file', 'unknown', 'other-file', 'gone'] as const).map(
    (trouble) => [trouble, { trouble, values: { name: 'يناير', language: 'ar' } }] as const,
  ),
  [
    'not read',
    {
      refusal: 'The file is not UTF-8.',
      refusalCode: 'parse_error',
      fileFault: 'not-utf-8',
      picked: ['knet'],
    },
  ],
  ['faults', { faults: { cvv: ['Card data must never be sent here.'], name: ['Too long.'] } }],
  ['no right row', { found: { rows: 2, unknownColumns: ['colour'], wrong: aBulk().wrong } }],
  ['no row', { found: { rows: 0, unknownColumns: [], wrong: [] } }],
];

const CHECKED_BULKS: readonly (readonly [string, Partial<CheckedBulkFacts>])[] = [
  ['with wrong rows', {}],
  ['all right', { leftOut: 0, wrong: [], unknownColumns: [], name: '' }],
  ['unknown', { isUnknown: true, total: 1, leftOut: 1 }],
  ['refused', { refusal: 'Payments are paused.', refusalCode: 'locked' }],
];

const STUCK_TASK = aTaskFact({
  subject: 'payment',
  href: `/office/payments/${SESSION}`,
  does: ['take', 'handle'],
});
const ENDPOINT_TASK = {
  id: 'webhook.failing:whe_1:1',
  kind: 'webhook.failing',
  subject: 'endpoint',
  apiPath: '/b/webhooks/v1/endpoints/whe_1/',
  detail: 'shop.example.com',
  since: '2026-11-21T10:00:00Z',
  does: ['take', 'handle'],
} as const;

const INBOXES: readonly (readonly [string, Partial<InboxFacts>])[] = [
  ['full', {}],
  ['empty', { groups: [], counts: {} }],
  ['empty of a kind', { groups: [], asked: { kind: 'stuck', isMine: true, isHandled: false } }],
  ['nothing done', { groups: [], asked: { isMine: false, isHandled: true } }],
  [
    'with several to choose from',
    {
      groups: [
        {
          kind: 'stuck',
          severity: 'medium',
          tasks: [STUCK_TASK, { ...STUCK_TASK, id: 'stuck:other' }],
        },
        {
          kind: 'webhook.failing',
          severity: 'medium',
          tasks: [
            { ...ENDPOINT_TASK, does: ['take', 'handle'] },
            { ...ENDPOINT_TASK, id: 'webhook.failing:whe_2:1', does: ['handle'] },
            { ...ENDPOINT_TASK, id: 'webhook.failing:whe_3:1', does: ['release'] },
          ],
        },
      ],
    },
  ],
  ['refused', { faults: [{ sentence: 'Ask for alert.handle.', code: 'permission_denied' }] }],
  [
    'a fault',
    { faults: [{ sentence: 'Say what was done.' }], nextUrl: '/x', firstUrl: '/office/inbox' },
  ],
  [
    'every kind',
    {
      groups: TASK_KINDS.map((kind, nth) => ({
        kind,
        severity: SEVERITIES[nth % 3] ?? 'low',
        tasks: [
          aTaskFact({
            id: kind,
            subject: SUBJECT_TYPES[nth % SUBJECT_TYPES.length] ?? 'key',
            detail: 'What is known of it.',
            ...(kind === 'settlement' && {
              commands: ['npm run admin -- x', 'npm run admin -- y'],
            }),
            mark: {
              by: 'ali',
              isMe: nth % 2 === 0,
              isDone: true,
              at: '2026-11-21T11:00:00Z',
              note: 'n',
            },
            does: ['reopen'],
          }),
        ],
      })),
    },
  ],
];

const SEVERAL_TASKS: readonly (readonly [string, Partial<SeveralTasksFacts>])[] = [
  ['asked', { missing: 2 }],
  ['none', { rows: [] }],
  ['too many', { rows: [], isTooMany: true }],
  [
    'told',
    {
      isTold: true,
      note: 'It is mended.',
      rows: (['done', 'unknown', 'waiting', 'refused'] as const).map((is, nth) => ({
        ...ENDPOINT_TASK,
        id: `webhook.failing:whe_${nth}:1`,
        outcome:
          is === 'refused' ? { is, sentence: 'It is handled.', code: 'invalid_state' } : { is },
      })),
    },
  ],
  ['all done', { isTold: true, rows: [{ ...ENDPOINT_TASK, outcome: { is: 'done' } }] }],
];

const SAVED = [
  { viewName: 'المدفوعة هذا الشهر', href: '/office/payments?state=paid', isHere: true },
  { viewName: 'Large & late', href: '/office/payments?state=expired', isHere: false, by: 'noura' },
];
const HERE = {
  viewId: 'view-1',
  viewName: 'المدفوعة هذا الشهر',
  isShared: true,
  withDates: false,
  mayChange: true,
  mayRemove: true,
};
const SENT = { act: 'save', name: 'Paid', isShared: true, withDates: true, faults: {} } as const;
const QUERY = 'state=paid&created_after=2026-11-01';
const VIEWS: readonly (readonly [string, Partial<PaymentsFacts['views']>])[] = [
  ['to be saved', { saved: SAVED, query: QUERY, hasDates: true }],
  [
    'more views than stand beside one another',
    {
      saved: Array.from({ length: 15 }, (_, nth) => ({
        viewName: `View ${nth}`,
        href: `/office/payments?unit_code=${nth}`,
        isHere: nth === 14,
      })),
    },
  ],
  ['a view of one’s own', { saved: SAVED, query: QUERY, here: HERE, told: 'change' }],
  ['a view of somebody else', { saved: SAVED, query: QUERY, here: { ...HERE, mayChange: false } }],
  ['a view with faults', { query: QUERY, sent: { ...SENT, faults: { name: ['Taken.'] } } }],
  [
    'a view refused',
    { query: QUERY, sent: { ...SENT, refusal: 'No.', refusalCode: 'invalid_state' } },
  ],
  ['a view unknown', { query: QUERY, sent: { ...SENT, isUnknown: true } }],
];

const FULL_LIST = {
  count: { number: 1000, isMore: true },
  nextUrl: '/office/payments?cursor=x',
  firstUrl: '/office/payments',
  asked: { q: '1881', state: 'paid,authorized' },
  chips: [
    { name: 'q', value: '1881', href: '/office/payments' },
    { name: 'state', value: 'paid,authorized', href: '/office/payments' },
  ],
  readings: [
    { name: 'last4', value: '1881', href: '/office/payments?last4=1881' },
    { name: 'order_no', value: '1881', href: '/office/payments?order_no=1881' },
  ],
  rows: [
    aPaymentRow({
      refunded: dinars('12.500'),
      paidAt: '2026-11-21T10:03:00Z',
      attempts: 3,
      alerts: [
        { kind: 'second-success', isHandled: false },
        { kind: 'dispute', isHandled: true },
      ],
      isApprovalPending: true,
      invoiceNumber: 'INV-17',
      unitCode: 'salmiya',
      madeBy: 'noura',
    }),
    aPaymentRow({
      sessionId: 'c'.repeat(40),
      orderNo: 'O-1041',
      state: 'authorized',
      customerName: 'James O’Neil',
      customerContact: '+96522223333',
      amount: { value: '1234567.89', currency: 'USD' },
      methodName: 'Credit or debit card',
    }),
    aPaymentRow({ sessionId: 'd'.repeat(40), state: 'created', isSandbox: true, orderNo: 'طلب-7' }),
    aPaymentRow({ sessionId: 'e'.repeat(40), isRefundedWhole: true, isDeleted: true }),
    ...(['pending', 'attempted', 'failed', 'canceled', 'expired', 'invalided', 'cod'] as const).map(
      (state, nth) => {
        const { orderNo: _, customerName: __, card: ___, ...rest } = aPaymentRow();
        return { ...rest, sessionId: String(nth).repeat(40), state };
      },
    ),
  ],
} as const;
