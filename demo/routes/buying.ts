import type { Router } from '@koa/router';
import type { TransactionRequest } from '../../clients/node/src/index.ts';
import { formFields } from '../body.ts';
import { CATALOGUE } from '../catalogue.ts';
import { formOrigins } from '../form-origins.ts';
import { newOrderNo } from '../orders.ts';
import { refusedPage } from '../pages/problem.tsx';
import { shopPage } from '../pages/shop.tsx';
import type { Shop } from '../shop.ts';
import { Stop } from '../stop.ts';
import { languageOf } from '../words.ts';

/** The shelf, and the step that creates a payment and sends the customer to pay it. */
export function buying(router: Router, { env, sarraf, orders }: Shop): void {
  router.get('/', (ctx) => {
    ctx.type = 'html';
    ctx.body = shopPage(languageOf(ctx.query['lang']), env);
  });

  router.post('/buy', async (ctx) => {
    const field = await formFields(ctx);
    // The button that was pressed names the product, and whether it is paid on a page of ours.
    const isHere = env.publicKey !== undefined && field('here') !== '';
    const wanted = isHere ? field('here') : field('product');
    const product = CATALOGUE.find(({ id }) => id === wanted);
    const pgCodes = env.pgGroups[Number(field('methods'))];
    if (!product || !pgCodes) throw new Stop(400);
    const language = languageOf(field('lang'));

    // The order is kept before the payment exists: whatever happens next, it can be looked up.
    const order = { orderNo: newOrderNo(), product, language, announced: [] };
    orders.save(order);

    const answer = await sarraf.createPayment(
      {
        type: field('type') === 'payment_request' ? 'payment_request' : 'e_commerce',
        amount: product.amount,
        currency_code: product.currency,
        pg_codes: pgCodes,
        order_no: order.orderNo,
        ...customer(field),
        language: languageOf(field('payment_language'), language),
        redirect_url: `${env.publicUrl}/orders/${order.orderNo}`,
        webhook_url: `${env.webhookUrl ?? env.publicUrl}/webhooks`,
      },
      order.orderNo,
    );
    if (answer.ok) {
      // A webhook may have come before this answer.
      orders.save({ ...(orders.find(order.orderNo) ?? order), payment: answer.payment });
      // A redirect that form-action does not allow would be blocked in silence: the order's page has a link instead.
      const { checkoutUrl } = answer.payment;
      const isAllowed = formOrigins(env).includes(new URL(checkoutUrl).origin);
      const page = `/orders/${order.orderNo}`;
      if (isHere) ctx.redirect(`${page}/pay?lang=${language}`);
      else ctx.redirect(isAllowed ? checkoutUrl : page);
      ctx.status = 303;
    } else {
      ctx.status = answer.problem.status === 400 ? 400 : 502;
      ctx.type = 'html';
      ctx.body = refusedPage(language, answer.problem);
    }
  });
}

type Customer = Pick<
  TransactionRequest,
  'customer_first_name' | 'customer_last_name' | 'customer_email'
>;

/** What we know of the customer. What is empty is left out: the API takes no empty fields. */
function customer(field: (name: string) => string): Customer {
  return {
    ...(field('first_name') !== '' && { customer_first_name: field('first_name') }),
    ...(field('last_name') !== '' && { customer_last_name: field('last_name') }),
    ...(field('email') !== '' && { customer_email: field('email') }),
  };
}
