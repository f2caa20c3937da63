import { answerBody } from '../answers.ts';
import type { OfficeRequest } from '../page.ts';
import type { DetailAnswer } from './detail-facts.ts';

/** The payment that the address names. Throws what the API says, such as 404 for another merchant's. */
export async function readPayment({ api, params }: OfficeRequest): Promise<DetailAnswer> {
  const id = encodeURIComponent(params['session_id'] ?? '');
  return answerBody(await api.get(`/b/checkout/v1/transactions/${id}/`)) as DetailAnswer;
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
