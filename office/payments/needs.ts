import { ADD_PAYMENTS, CHANGE_PAYMENTS } from '../../api/route.ts';
import type { Permission } from '../../domain/permission.ts';
import type { PaymentAction } from '../../render/office/payment-facts.ts';
import type { OfficeRequest } from '../request.ts';

/** What each action needs; the API decides once more. */
export const NEEDS: Readonly<Record<PaymentAction, readonly Permission[]>> = {
  refund: ['payment.refund'],
  capture: ['payment.capture'],
  void: ['payment.void'],
  cancel: ['payment.cancel'],
  expire: ['payment.expire'],
  delete: ['payment.delete'],
  restore: ['payment.delete'],
  inquire: ['payment.inquiry'],
  notify: ['payment.notify'],
  resend: CHANGE_PAYMENTS,
  cash: ['payment.cash'],
  charge: ADD_PAYMENTS,
};

/** Whether somebody may do anything with payments at all. */
export function mayAct({ may }: Pick<OfficeRequest, 'may'>): boolean {
  return Object.values(NEEDS)
    .flat()
    .some((permission) => may(permission));
}
