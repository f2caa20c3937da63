import type { Context } from 'koa';
import { contactsAmong } from '../../domain/report/columns.ts';
import type { Report } from '../../domain/report/report.ts';
import { refuseUnless, refuseUnlessAll } from '../access/caller.ts';

/** Throws 403 where the caller may not see what is in a report: its payments, or how their customers are reached. */
export function refuseUnlessSeen(
  ctx: Context,
  { selection, layout }: Pick<Report, 'selection' | 'layout'>,
): void {
  refuseUnlessAll(ctx, 'view', selection.types);
  if (contactsAmong(layout.columns).length > 0) refuseUnless(ctx, 'customer.view');
}
