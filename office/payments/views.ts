import { RequestError } from '../../api/middleware/errors.ts';
import { VIEW_PAYMENTS } from '../../api/route.ts';
import { VIEW_ACTS, type ViewAct, type ViewSent } from '../../render/office/payments-facts.ts';
import { fieldFaults, problemIn } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { officePage } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { listPage } from './list.ts';
import { addressOf, filtersOf } from './list-facts.ts';
import { viewToKeep } from './view-facts.ts';

const API = '/b/me/v1/views/';

/** Keeps what the list shows under a name, changes or removes such a view (contract/office#payments). */
export const viewPress = officePage('office.view', {
  method: 'POST',
  path: '/office/payments',
  permissions: VIEW_PAYMENTS,
  handle: async (page) => {
    const act = VIEW_ACTS.find((one) => one === page.field('act'));
    if (act === undefined)
      throw new RequestError(400, 'validation_error', 'Use one of the buttons of the page.');
    const asked = filtersOf(page.field('query'));
    const answer = await send(page, act, asked);
    const { status, body } = answer;
    // What is gone already needs not be removed.
    const isDone = status < 300 || (act === 'remove' && status === 404);
    if (isDone && status !== 202) return { to: addressOf(asked, { kept: act }) };
    return listPage(page, asked, {
      sent: sentBy(page, act, answer),
      status: statusOf(status, body),
    });
  },
});

function send(
  { api, number, field }: OfficeRequest,
  act: ViewAct,
  asked: Readonly<Record<string, string>>,
): Promise<AskedAnswer> {
  const one = `${API}${encodeURIComponent(field('view'))}/`;
  if (act === 'remove') return api.send('DELETE', one);
  const view = {
    page: 'payments',
    name: nameTyped(field),
    ...viewToKeep(asked, { withDates: field('dates') !== '' }),
    shared: field('shared') !== '',
  };
  return act === 'save' ? api.send('POST', API, view, { number }) : api.send('PUT', one, view);
}

function sentBy({ field }: OfficeRequest, act: ViewAct, { status, body }: AskedAnswer): ViewSent {
  const { detail, code } = problemIn(body);
  const isUnknown = status === 202 || status >= 500 || code === 'tracking_in_progress';
  return {
    act,
    name: nameTyped(field),
    isShared: field('shared') !== '',
    withDates: field('dates') !== '',
    faults: isUnknown ? {} : fieldFaults(body),
    ...(isUnknown ? { isUnknown } : detail !== '' && { refusal: detail, refusalCode: code }),
  };
}

/** People do not see how their keyboards write. */
function nameTyped(field: OfficeRequest['field']): string {
  return field('name').normalize('NFC').trim();
}

function statusOf(status: number, body: unknown): number {
  return status === 202 || problemIn(body).code === 'tracking_in_progress' ? 503 : status;
}
