import { VIEW_PAYMENTS } from '../api/route.ts';
import type { OfficeRequest } from './request.ts';

/** Whether somebody may look at payments of any type. */
export function mayView({ may }: Pick<OfficeRequest, 'may'>): boolean {
  return VIEW_PAYMENTS.some((permission) => may(permission));
}

/** Whether somebody may look at files of requests for payment. */
export function mayViewBulks({ may }: Pick<OfficeRequest, 'may'>): boolean {
  return may('payment_request.view');
}

/** Whether somebody may make what is paid by a link. */
export function mayAdd({ may }: Pick<OfficeRequest, 'may'>): boolean {
  return may('payment_request.add');
}
