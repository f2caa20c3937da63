import type { Context } from 'koa';
import { methodOf, type Transaction } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { refuseUnusable } from '../payer.ts';
import { reply } from '../route.ts';
import { pageSubmissionOf } from '../submission-id.ts';
import { readyView, submittedForm } from './commands.ts';
import { cardFrames } from './frames.ts';
import { pressBy } from './press.ts';
import type { SubmitBody } from './schema.ts';
import { chargeForPayer, pendingOf } from './token.ts';

/**
 * Pays with a card that was typed in the frame of its network (contract/sdk#calls): it is charged at once, so what the network has not
 * answered is 202 and never a failure. Throws a fault of `card_reference` where the method has no such frame.
 */
export async function submitTypedCard(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  { reference, ...body }: Omit<SubmitBody, 'card_reference'> & { readonly reference: string },
) {
  const { name, ended, undecided } = await pressBy(deps, ctx, transaction);
  if (ended) return reply(200, ended);
  if (undecided) return reply(202, pendingOf(transaction, undecided, 'card_onsite'));
  const form = await submittedForm(deps, transaction, name, body);
  const view = await readyView(deps, transaction, body);
  const method = methodOf(transaction, form.pgCode);
  const frames = await cardFrames(deps, { ...transaction, methods: method ? [method] : [] });
  if (!method || !frames.has(method.pgCode))
    throw new InvalidFields({
      card_reference: [
        'This method has no card_url, so no card was typed for it here: leave card_reference out, and the payer types the card on the page of the gateway.',
      ],
    });
  const made = await pageSubmissionOf(deps, view, { ...form, cardReference: reference });
  await refuseUnusable(deps, view, made.submission);
  return chargeForPayer(deps, ctx, transaction, {
    made,
    gateway: method.gateway,
    form: 'card_onsite',
  });
}
