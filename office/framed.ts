import { SEE_TASKS } from '../api/route.ts';
import type { OfficeFrame, Section } from '../render/office/facts.ts';
import type { OfficeRequest } from './page.ts';

type Frameable = Pick<
  OfficeRequest,
  'language' | 'otherLanguageUrl' | 'stylesheetUrl' | 'person' | 'may' | 'form' | 'merchant'
>;

/** What stands around a page for who is logged in: where they may go, and who they are. */
export function framed(page: Frameable, current?: Section): OfficeFrame {
  const { language, otherLanguageUrl, stylesheetUrl, person, merchant } = page;
  return {
    language,
    otherLanguageUrl,
    stylesheetUrl,
    merchantName: merchant.name,
    ...(merchant.timeZone !== undefined && { timeZone: merchant.timeZone }),
    personName: nameOf(person.user),
    sections: [
      ...(mayHaveTasks(page) ? [{ name: 'inbox', href: '/office/inbox' } as const] : []),
      ...(mayView(page) ? [{ name: 'payments', href: '/office/payments' } as const] : []),
      ...(mayAdd(page) ? [{ name: 'new-payment', href: '/office/payments/new' } as const] : []),
    ],
    ...(current && { current }),
    logOut: page.form('/office/logout'),
    isPaused: merchant.isPaused,
  };
}

function nameOf({ firstName, lastName, username }: OfficeRequest['person']['user']): string {
  const name = [firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ');
  return name === '' ? username : name;
}

/** Whether there can be tasks for somebody. */
export function mayHaveTasks({ may }: Pick<OfficeRequest, 'may'>): boolean {
  return SEE_TASKS.some((permission) => may(permission));
}

/** Whether somebody may look at payments of any type. */
export function mayView({ may }: Pick<OfficeRequest, 'may'>): boolean {
  return may('payment_request.view') || may('e_commerce.view');
}

/** Whether somebody may make what is paid by a link. */
export function mayAdd({ may }: Pick<OfficeRequest, 'may'>): boolean {
  return may('payment_request.add');
}
