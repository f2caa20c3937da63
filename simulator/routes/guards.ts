import type { Context, Middleware } from 'koa';
import { about } from '../log.ts';
import type { Network } from '../network.ts';
import type { Payment } from '../payment.ts';
import { Refusal } from '../refusals.ts';
import { idIn } from '../served.ts';

/** Lets in only who is on this machine. */
export const onlyFromHere: Middleware = async (ctx, go) => {
  if (!/^(?:127\.|::1$|::ffff:127\.)/u.test(ctx.req.socket.remoteAddress ?? ''))
    throw new Refusal(403, 'forbidden', 'Call the control routes from the machine that runs this.');
  await go();
};

/** The payment that the address names, whosever it is. */
export function paymentOf(ctx: Context, network: Network): Payment {
  const payment = network.records.payments.find(idIn(ctx));
  if (payment === undefined)
    throw new Refusal(404, 'not_found', 'There is no such payment. Check the id.');
  about(ctx.state, { account: payment.account, paymentId: payment.id });
  return payment;
}
