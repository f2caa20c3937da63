import type { Router } from '@koa/router';
import { orderPage } from '../pages/order.tsx';
import type { Shop } from '../shop.ts';
import { standing } from '../standing.ts';
import { Stop } from '../stop.ts';
import { languageOf } from '../words.ts';

/**
 * Where the customer lands after paying. The query (`order_no`, `reference_number`, `session_id`) was carried by the
 * customer's browser, so it proves nothing and is not even read: what counts are verified webhooks and what the API
 * says about the session id that we kept ourselves.
 */
export function customerReturn(router: Router, { env, sarraf, orders, inbox }: Shop): void {
  router.get('/orders/:orderNo', async (ctx) => {
    const order = orders.find(ctx.params['orderNo'] ?? '');
    if (!order) throw new Stop(404);
    const webhooks = inbox.list().filter(({ payload }) => payload['order_no'] === order.orderNo);
    const answer = order.payment && (await sarraf.readPayment(order.payment.sessionId));
    ctx.type = 'html';
    ctx.body = orderPage(languageOf(ctx.query['lang'], order.language), {
      order,
      standing: standing(order),
      engineState: answer?.ok ? answer.payment.state : undefined,
      webhooks,
      workflowUrl: order.payment && workflowUrl(env.temporalUiUrl, order.payment.sessionId),
    });
  });
}

function workflowUrl(ui: string | undefined, sessionId: string): string | undefined {
  const id = encodeURIComponent(`transaction/${sessionId}`);
  return ui && `${ui}/namespaces/default/workflows/${id}`;
}
