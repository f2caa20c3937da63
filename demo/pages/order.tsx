import type { Received } from '../inbox.ts';
import type { Order } from '../orders.ts';
import { WORDS } from '../words.ts';
import type { Language } from '../words.ts';
import { document } from './layout.tsx';
import { Price } from './price.tsx';
import { WebhookList } from './webhook-list.tsx';
import type { Standing } from '../words/words.ts';

interface OrderFacts {
  readonly order: Order;
  readonly standing: Standing;
  readonly engineState: string | undefined;
  readonly webhooks: readonly Received[];
  readonly workflowUrl: string | undefined;
}

/** What became of an order, and the evidence for it. */
export function orderPage(language: Language, facts: OrderFacts): string {
  const { order, standing, engineState, webhooks, workflowUrl } = facts;
  const words = WORDS[language];
  const { title, text } = words.standing[standing];
  const isOpen = standing === 'waiting' || standing === 'unpaid';
  const path = `/orders/${order.orderNo}`;
  return document({
    language,
    path,
    title: words.order,
    children: (
      <>
        <h1>{words.order}</h1>
        <section class={`card standing ${standing}`} data-standing={standing}>
          <h2>{title}</h2>
          <p>{order.payment ? text : words.noPayment}</p>
          <p class="actions">
            {isOpen && order.payment && <a href={order.payment.checkoutUrl}>{words.payNow}</a>}
            <a href={`${path}?lang=${language}`}>{words.refresh}</a>
            <a href={`/?lang=${language}`}>{words.backToShop}</a>
          </p>
        </section>
        <dl class="card facts">
          <dt>{words.item}</dt>
          <dd>{order.product.name[language]}</dd>
          <dt>{words.price}</dt>
          <dd>
            <Price product={order.product} />
          </dd>
          <dt>{words.orderNo}</dt>
          <dd>
            <code>{order.orderNo}</code>
          </dd>
          {order.payment && (
            <>
              <dt>{words.sessionId}</dt>
              <dd>
                <code>{order.payment.sessionId}</code>
                {workflowUrl && (
                  <>
                    <br />
                    <a href={workflowUrl}>{words.workflow}</a>
                  </>
                )}
              </dd>
              <dt>{words.engineState}</dt>
              <dd data-engine-state={engineState}>
                {engineState === undefined ? words.unreadable : <code>{engineState}</code>}
              </dd>
            </>
          )}
        </dl>
        <h2>{words.webhooksTitle}</h2>
        <WebhookList language={language} webhooks={webhooks} />
      </>
    ),
  });
}
