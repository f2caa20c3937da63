import assert from 'node:assert/strict';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { PAYMENT_COLUMNS } from '../../../domain/saved-view.ts';
import { renderApproval } from '../../../render/office/approval.tsx';
import { renderBulk, renderCancelBulk } from '../../../render/office/bulk.tsx';
import { renderBulks } from '../../../render/office/bulks.tsx';
import { renderCheckedBulk, renderNewBulk } from '../../../render/office/new-bulk.tsx';
import { renderBreakGlass } from '../../../render/office/break-glass.tsx';
import { renderDialog } from '../../../render/office/dialog.tsx';
import type { OfficeFrame } from '../../../render/office/frame-facts.ts';
import { renderInbox } from '../../../render/office/inbox.tsx';
import { renderNewPayment } from '../../../render/office/new-payment.tsx';
import { renderPaymentCode } from '../../../render/office/payment-code.tsx';
import { renderPayment } from '../../../render/office/payment.tsx';
import { renderRemoved } from '../../../render/office/removed.tsx';
import { renderPayments } from '../../../render/office/payments.tsx';
import {
  aBulk,
  aBulkList,
  aBulkToCancel,
  aCheckedBulk,
  aBreakGlass,
  aDialog,
  anApproval,
  aNewPayment,
  aPaymentCode,
  anAttemptFact,
  anInbox,
  someTasks,
  aNewBulk,
  anOperationFact,
  aPaymentDetail,
  aRemovedPayment,
  aPaymentList,
  aPaymentRow,
  aSeveral,
  aTaskFact,
  aViews,
} from './builders.ts';
import { renderSeveralTasks } from '../../../render/office/several-tasks.tsx';
import { renderSeveral } from '../../../render/office/several.tsx';
import { contained } from '../../../render/isolates.ts';
import { CONTROL_TEXTS, JOINED_HOSTILE_TEXTS, TURNING_TEXTS } from './hostile-texts.ts';

/** Every fact that a payer, a merchant, a gateway or a receiver of webhooks can have written, by its name. */
const OF_OTHERS = new Set([
  'merchantName',
  'personName',
  'orderNo',
  'invoiceNumber',
  'customerName',
  'customerContact',
  'methodName',
  'card',
  'agreementId',
  'unitCode',
  'hiddenMethods',
  'madeBy',
  'name',
  'email',
  'address',
  'deliveryAddress',
  'id',
  'gateway',
  'gatewayName',
  'message',
  'note',
  'declineCode',
  'gatewayReference',
  'parameters',
  'response',
  'askedBy',
  'who',
  'from',
  'about',
  'result',
  'reason',
  'detail',
  'sentence',
  'what',
  'error',
  'answer',
  'url',
  'short',
  'checkout',
  'attachment',
  'productType',
  'vendorName',
  'extra',
  'workflowId',
  'refusal',
  'maker',
  'by',
  'note',
  'reasonNote',
  'comment',
  'commentFaults',
  'faults',
  'decidedBy',
  'decisionReason',
  'referenceNumber',
  'uploadedBy',
  'column',
  'unknownColumns',
  'viewName',
]);

/** The same facts with this text in place of each that others have written. */
function filled<T>(facts: T, text: string, under = ''): T {
  if (typeof facts === 'string')
    return (under === 'technical' || OF_OTHERS.has(under) ? text : facts) as T;
  if (Array.isArray(facts))
    return facts.map((one: unknown) => filled(one, text, under)) as unknown as T;
  if (typeof facts !== 'object' || facts === null) return facts;
  const isName = (key: string) => key === 'name' && ('href' in facts || 'value' in facts);
  const entries = Object.entries(facts).map(([key, value]) => {
    if (isName(key)) return [key, value] as const;
    const isMoney = key === 'value' && 'currency' in facts;
    const isChip = key === 'value' && !isMoney && ('href' in facts || !('label' in facts));
    return [key, filled(value as unknown, text, isChip ? 'message' : key)] as const;
  });
  return Object.fromEntries(entries) as T;
}

const frame: Partial<OfficeFrame> = { language: 'ar' };
/** Every page that shows what others have written, with each such fact there. */
const PAGES: Readonly<Record<string, (text: string) => string>> = {
  payments: (text) =>
    renderPayments(
      filled(
        aPaymentList({
          ...frame,
          asked: { q: 'x' },
          chips: [
            { name: 'q', value: 'x', href: '/office/payments' },
            { name: 'customer_name', value: 'x', href: '/office/payments' },
          ],
          readings: [{ name: 'order_no', value: 'x', href: '/office/payments' }],
          rows: [aPaymentRow({ invoiceNumber: 'I', unitCode: 'u', madeBy: 'm' })],
          views: aViews({
            saved: [{ viewName: 'v', href: '/office/payments', isHere: true, by: 'n' }],
            here: {
              viewId: 'i',
              viewName: 'v',
              isShared: true,
              withDates: false,
              mayChange: false,
              mayRemove: true,
            },
            query: 'state=paid',
          }),
        }),
        text,
      ),
    ),
  'several payments': (text) =>
    renderSeveral(
      filled(
        aSeveral({
          ...frame,
          isTold: true,
          rows: [{ ...aPaymentRow(), outcome: { is: 'refused', sentence: 's', code: 'x' } }],
        }),
        text,
      ),
    ),
  'several tasks': (text) =>
    renderSeveralTasks(
      filled(
        someTasks({
          ...frame,
          isTold: true,
          rows: [
            {
              ...aTaskFact({ id: 'i', apiPath: 'p', detail: 'd' }),
              kind: 'webhook.failing',
              outcome: { is: 'refused', sentence: 's', code: 'x' },
            },
          ],
        }),
        text,
      ),
    ),
  'payments, with every column': (text) =>
    renderPayments(
      filled(
        aPaymentList({
          ...frame,
          rows: [aPaymentRow({ invoiceNumber: 'I', unitCode: 'u', madeBy: 'm' })],
          columns: { ...aPaymentList().columns, shown: PAYMENT_COLUMNS },
        }),
        text,
      ),
    ),
  payment: (text) =>
    renderPayment(
      filled(
        aPaymentDetail({
          ...frame,
          attempts: [
            anAttemptFact({ state: 'failed', message: 'm', declineCode: '51' }),
            anAttemptFact(),
          ],
          operations: [
            anOperationFact({
              state: 'failed',
              message: 'm',
              reason: { code: 'other', note: 'n' },
            }),
          ],
          alerts: [
            {
              kind: 'dispute',
              at: '2026-11-21T10:00:00Z',
              referenceNumber: 'R',
              detail: 'd',
              inboxUrl: '/office/inbox',
              mark: { by: 'b', isDone: true, at: '2026-11-21T11:00:00Z', note: 'n' },
            },
          ],
          productType: 'p',
          vendorName: 'v',
        }),
        text,
      ),
    ),
  'removed payment': (text) => renderRemoved(filled(aRemovedPayment(frame), text)),
  question: (text) => renderDialog(filled(aDialog({ ...frame, refusal: 'x' }), text)),
  'question of a saved card': (text) =>
    renderDialog(
      filled(
        aDialog({
          ...frame,
          action: 'charge',
          takesReason: false,
          cashMethods: [{ code: 'cash', name: 'x' }],
          cards: [{ token: 'tok-1', card: 'x', month: '05/2029', methodName: 'x' }],
          agreementId: 'x',
        }),
        text,
      ),
    ),
  'code of a payment': (text) => renderPaymentCode(filled(aPaymentCode(frame), text)),
  approval: (text) =>
    renderApproval(
      filled(
        anApproval({
          ...frame,
          refusal: 'x',
          commentFaults: ['x'],
          decidedBy: 'x',
          decisionReason: 'x',
        }),
        text,
      ),
    ),
  'breaking glass': (text) =>
    renderBreakGlass(
      filled(aBreakGlass({ ...frame, refusal: 'x', commentFaults: ['x'], comment: 'x' }), text),
    ),
  'approval, done': (text) =>
    renderApproval(filled(anApproval({ ...frame, state: 'done', offers: [], message: 'x' }), text)),
  inbox: (text) =>
    renderInbox(
      filled(
        anInbox({
          ...frame,
          faults: [{ sentence: 'x' }],
          groups: [
            {
              kind: 'approval',
              severity: 'medium',
              tasks: [
                aTaskFact({
                  detail: 'x',
                  mark: {
                    by: 'x',
                    isMe: false,
                    isDone: true,
                    at: '2026-11-21T11:00:00Z',
                    note: 'x',
                  },
                }),
              ],
            },
          ],
        }),
        text,
      ),
    ),
  bulks: (text) => renderBulks(filled(aBulkList(frame), text)),
  bulk: (text) => renderBulk(filled(aBulk({ ...frame, refusal: 'x' }), text)),
  'new bulk': (text) =>
    renderNewBulk(
      filled(
        aNewBulk({
          ...frame,
          values: { name: 'x' },
          faults: { file: ['x'], cvv: ['x'] },
        }),
        text,
      ),
    ),
  'new bulk, no right row': (text) =>
    renderNewBulk(
      filled(
        aNewBulk({
          ...frame,
          found: { rows: 2, unknownColumns: ['x'], wrong: aBulk().wrong },
        }),
        text,
      ),
    ),
  'checked bulk': (text) =>
    renderCheckedBulk(filled(aCheckedBulk({ ...frame, refusal: 'x' }), text)),
  'bulk, to cancel': (text) => renderCancelBulk(filled(aBulkToCancel(frame), text)),
  'new payment': (text) =>
    renderNewPayment(
      filled(
        aNewPayment({
          ...frame,
          refusal: 'x',
          attachment: { url: 'payment_transactions/attachments/bill_1.pdf', name: 'x' },
        }),
        text,
      ),
    ),
};

describe('texts of others on the pages of the office', () => {
  for (const [name, render] of Object.entries(PAGES)) {
    const plain = outlineOf(read(render('plain')));
    it(`are text and nothing else, as they came, each with a direction of its own: ${name}`, () => {
      assert.ok(plain.length > 50);
      for (const text of JOINED_HOSTILE_TEXTS) {
        const page = read(render(text));
        isOutlined(page, plain, text.slice(0, 80));
        for (const element of page.elements)
          for (const { name: attribute, value } of element.attrs) {
            assert.doesNotMatch(attribute, /^(?:on|hx-|style$)/);
            if (['href', 'src', 'action'].includes(attribute))
              assert.doesNotMatch(value, /^\s*(?:java\s*script|vbscript):|^data:(?!image\/svg)/i);
          }
        const whole = page.texts.filter(({ value }) => value.includes(text));
        assert.ok(whole.length > 1, text.slice(0, 80));
        for (const node of whole) {
          const within = tagsAround(node);
          assert.ok(
            within.some((tag) => ISOLATING.has(tag)),
            `${node.value.slice(0, 80)} stands bare in ${within.join(' ')}`,
          );
        }
      }
    });

    it(`turn nothing around them, whatever marks are in them: ${name}`, () => {
      for (const text of [...TURNING_TEXTS, ...CONTROL_TEXTS]) {
        const page = read(render(text));
        isOutlined(page, plain, JSON.stringify(text));
        const texts = page.texts.map(({ value }) => value);
        assert.ok(
          texts.some((value) => value.includes('evil') || value.includes(text.slice(0, 3))),
        );
        for (const value of texts) assert.equal(value, contained(value), JSON.stringify(text));
      }
    });
  }
});

/** In these a text does not turn what is around it, or it is alone there. */
const ISOLATING = new Set(['bdi', 'pre', 'title', 'option', 'textarea']);

interface Read {
  readonly elements: readonly DefaultTreeAdapterTypes.Element[];
  readonly texts: readonly DefaultTreeAdapterTypes.TextNode[];
}

/** All elements of a page and all its texts, by one walk: there are some 800 pages. */
function read(html: string): Read {
  const elements: DefaultTreeAdapterTypes.Element[] = [];
  const texts: DefaultTreeAdapterTypes.TextNode[] = [];
  const left: DefaultTreeAdapterTypes.Node[] = [parse(html)];
  for (let node = left.pop(); node; node = left.pop()) {
    if ('tagName' in node) elements.push(node);
    if (node.nodeName === '#text' && 'value' in node) texts.push(node);
    if ('childNodes' in node) left.push(...node.childNodes.toReversed());
  }
  return { elements, texts };
}

function isOutlined(page: Read, plain: readonly string[], text: string): void {
  const outline = outlineOf(page);
  // Of thousands of lines `deepEqual` takes long; it says what differs.
  if (outline.join('\n') !== plain.join('\n')) assert.deepEqual(outline, plain, text);
}

/** Which elements there are, with the names of their attributes. Addresses that lead nowhere safe are left out, so links may be fewer. */
function outlineOf({ elements }: Read): readonly string[] {
  return elements
    .filter((element) => !isOptional(element))
    .map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name).toSorted()].join(' '));
}

/** A link to what others have named is not there when its address runs as script. */
function isOptional(element: DefaultTreeAdapterTypes.Element): boolean {
  const parent = element.parentNode;
  return (
    isOut(element) ||
    element.childNodes.some((child) => 'tagName' in child && isOut(child)) ||
    (parent !== null && 'tagName' in parent && isOut(parent))
  );
}

/** What leads out of the office. */
function isOut({ tagName, attrs }: DefaultTreeAdapterTypes.Element): boolean {
  return tagName === 'a' && attrs.some(({ name }) => name === 'rel');
}

/** The elements that a text is in, from the nearest outwards. */
function tagsAround({ parentNode }: DefaultTreeAdapterTypes.TextNode): readonly string[] {
  const tags: string[] = [];
  for (let node = parentNode; node && 'tagName' in node; node = node.parentNode)
    tags.push(node.tagName);
  return tags;
}
