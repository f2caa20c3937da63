import { VIEW_PAYMENTS } from '../../api/route.ts';
import type { PagePart } from '../../render/office/payment-facts.ts';
import { renderPaymentCode } from '../../render/office/payment-code.tsx';
import { renderPayment } from '../../render/office/payment.tsx';
import { qrSvg } from '../../render/qr.ts';
import { answerBody } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { officeFrame } from '../frame.ts';
import { officePage } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { listFrom } from '../place.ts';
import {
  deliveryFact,
  gatewayNames,
  isOpen,
  messageFact,
  paymentFacts,
  timelineFact,
  type DeliveriesAnswer,
  type DetailAnswer,
  type MessagesAnswer,
  type TimelineAnswer,
} from './detail-facts.ts';
import { mayAct } from './needs.ts';
import { askPayment, mayChange, paymentPath, readPayment } from './read.ts';
import { removedPage } from './removed.ts';

/** One payment with all that is known of it (contract/office#payment). */
export const paymentPage = officePage('office.payment', {
  path: '/office/payments/:session_id',
  permissions: VIEW_PAYMENTS,
  handle: async (page) => {
    const answer = await askPayment(page);
    const removed = answer.status === 404 ? await removedPage(page) : undefined;
    if (removed) return removed;
    const detail = answerBody(answer) as DetailAnswer;
    // The id of a refund leads to its payment.
    if (detail.session_id !== page.params['session_id'])
      return { to: `${paymentPath(detail)}#operation-${page.params['session_id'] ?? ''}` };
    const [{ isBegunAnew, ...story }, webhooks, messages, qrUrl] = await Promise.all([
      timelineOf(page, detail),
      webhooksOf(page, detail),
      messagesOf(page, detail),
      isOpen(detail) ? qrUrlOf(detail.checkout_short_url ?? detail.checkout_url) : undefined,
    ]);
    const after = page.field('after');
    return {
      html: renderPayment(
        paymentFacts({ ...officeFrame(page, 'payments'), isBegunAnew }, detail, {
          ...story,
          webhooks,
          messages,
          mayChange: mayChange(page, detail),
          mayAct: mayAct(page),
          mayFindPeople: page.may('customer.view'),
          ...(qrUrl !== undefined && { qrUrl }),
          ...(page.workflowUi !== undefined && { workflowUi: page.workflowUi }),
          ...(after !== '' && { after }),
        }),
      ),
    };
  },
});

/** The code of its link alone, to show or to print. */
export const paymentCodePage = officePage('office.payment-code', {
  path: '/office/payments/:session_id/code',
  permissions: VIEW_PAYMENTS,
  handle: async (page) => {
    const detail = await readPayment(page);
    if (!isOpen(detail)) return { to: paymentPath(detail) };
    const { amount, currency_code: currency, order_no: orderNo, expires_at: expiresAt } = detail;
    const link = detail.checkout_short_url ?? detail.checkout_url;
    return {
      html: renderPaymentCode({
        ...officeFrame(page, 'payments'),
        paymentUrl: paymentPath(detail),
        ...(orderNo !== undefined && { orderNo }),
        amount: { value: amount, currency },
        isSandbox: detail.is_sandbox,
        expiresAt,
        qrUrl: await qrUrlOf(link),
        link,
      }),
    };
  },
});

async function qrUrlOf(link: string): Promise<string> {
  return `data:image/svg+xml;base64,${Buffer.from(await qrSvg(link)).toString('base64')}`;
}

/** So much of a story is on a page: five times as much took a third of a second to be written. */
const MOST_TOLD = '100';

/** A page of the timeline; the address has the place where it goes on. */
async function timelineOf(page: OfficeRequest, detail: DetailAnswer) {
  const { answer, isBegunAnew } = await listFrom(
    page.api,
    `/b/checkout/v1/transactions/${detail.session_id}/timeline/`,
    { limit: MOST_TOLD },
    { cursor: page.field('story') },
  );
  if (answer.status !== 200) return { timeline: 'failed', isBegunAnew } as const;
  const { results, next } = answer.body as TimelineAnswer;
  const nameOf = gatewayNames(detail, page.language);
  const further = next === null ? null : new URL(next).searchParams.get('cursor');
  return {
    isBegunAnew,
    timeline: results.map((one) => timelineFact(one, nameOf)),
    ...(further !== null && {
      moreTimelineUrl: `${paymentPath(detail)}?${new URLSearchParams({ story: further })}#timeline`,
    }),
  };
}

async function webhooksOf(
  page: OfficeRequest,
  detail: DetailAnswer,
): Promise<PagePart<ReturnType<typeof deliveryFact>>> {
  if (!page.may('webhook.view')) return undefined;
  const action = `${paymentPath(detail)}/replay`;
  const replayOf = (id: string) =>
    page.may('webhook.manage')
      ? { form: page.form(action), hidden: [{ name: 'event', value: id }] }
      : undefined;
  const answer = await page.api.get(
    `/b/webhooks/v1/deliveries/?session_id=${detail.session_id}&limit=100`,
  );
  return partOf(answer, (body) =>
    (body as DeliveriesAnswer).results.map((one) => deliveryFact(one, replayOf(one.id))),
  );
}

async function messagesOf(
  page: OfficeRequest,
  { session_id: sessionId }: DetailAnswer,
): Promise<PagePart<ReturnType<typeof messageFact>>> {
  // To whom messages went says how to reach people.
  if (!page.may('customer.view')) return undefined;
  const answer = await page.api.get(`/b/pbl/v2/notifications/?session_id=${sessionId}&limit=100`);
  return partOf(answer, (body) => (body as MessagesAnswer).results.map(messageFact));
}

/** A part that could not be read does not take the page away; one that is not for this person is not there. */
function partOf<F>(
  { status, body }: AskedAnswer,
  read: (body: unknown) => readonly F[],
): PagePart<F> {
  if (status === 403) return undefined;
  return status === 200 ? read(body) : 'failed';
}

/** Sends a webhook once more. */
export const sendAgainPage = officePage('office.payment-replay', {
  method: 'POST',
  path: '/office/payments/:session_id/replay',
  permissions: ['webhook.manage'],
  handle: async (page) => {
    const detail = await readPayment(page);
    const id = encodeURIComponent(page.field('event'));
    answerBody(
      await page.api.send('POST', `/b/webhooks/v1/deliveries/${id}/replay/`, undefined, {
        number: page.number,
      }),
    );
    return { to: `${paymentPath(detail)}?after=replayed` };
  },
});
