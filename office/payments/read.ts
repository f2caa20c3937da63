import { answerBody } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import type { OfficeRequest } from '../request.ts';
import type { DetailAnswer } from './detail-facts.ts';

/** The payment that the address names. Throws what the API says, such as 404 for another merchant's. */
export async function readPayment(page: OfficeRequest): Promise<DetailAnswer> {
  return answerBody(await askPayment(page)) as DetailAnswer;
}

/** What the API says of the payment that the address names. */
export function askPayment({ api, params }: OfficeRequest): Promise<AskedAnswer> {
  const id = encodeURIComponent(params['session_id'] ?? '');
  return api.get(`/b/checkout/v1/transactions/${id}/`);
}

/** Where its page is. */
export function paymentPath({ session_id: sessionId }: Pick<DetailAnswer, 'session_id'>): string {
  return `/office/payments/${sessionId}`;
}

/** Whether somebody may change payments of its type, and so send messages about it. */
export function mayChange(
  { may }: Pick<OfficeRequest, 'may'>,
  { type }: Pick<DetailAnswer, 'type'>,
): boolean {
  return may(type === 'e_commerce' ? 'e_commerce.change' : 'payment_request.change');
}
