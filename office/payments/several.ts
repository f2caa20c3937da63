import { createHash } from 'node:crypto';
import { RequestError } from '../../api/middleware/errors.ts';
import { CHANGE_PAYMENTS } from '../../api/route.ts';
import type { Permission } from '../../domain/permission.ts';
import {
  SEVERAL_ACTS,
  type SeveralAct,
  type SeveralOutcome,
} from '../../render/office/several-facts.ts';
import { officeWords } from '../../render/locales/office-words.ts';
import { renderSeveral } from '../../render/office/several.tsx';
import { answerBody, fieldFaults, problemIn } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { officeFrame } from '../frame.ts';
import { officeForm, type OfficeAnswer, type OfficeRequest } from '../page.ts';
import type { DetailAnswer } from './detail-facts.ts';
import { addressOf, filtersOf, rowOf, type SearchAnswer } from './list-facts.ts';

/** As many as a page of the list has. */
const MOST = 100;
/** So long a page asks, one after the other; what was not asked for by then is asked for by the next press. Milliseconds. */
const PATIENCE_MS = 20_000;

/** What each needs; the API decides once more, of each payment. */
export const SEVERAL_NEEDS: Readonly<Record<SeveralAct, readonly Permission[]>> = {
  resend: CHANGE_PAYMENTS,
  expire: ['payment.expire'],
  cancel: ['payment.cancel'],
};

/** A question and its answers for what is done to the ticked rows of the list (contract/office#several-at-once). */
export const severalPages = SEVERAL_ACTS.flatMap((act) => several(act));

function several<const A extends SeveralAct>(act: A) {
  return officeForm([`office.ask-several-${act}`, `office.do-several-${act}`], {
    path: `/office/payments/several/${act}`,
    permissions: SEVERAL_NEEDS[act],
    ask: async (request) => {
      // What was pressed is told once; in the other language the same payments are shown as they stand.
      const { kept, asked } = request;
      const named = idsIn(
        kept ? request.ticked('payment') : (asked['session_id'] ?? '').split(','),
      );
      return screen(request, { act, named, found: await rowsOf(request, named) });
    },
    press: async (request) => {
      const named = idsIn(request.ticked('payment'));
      const before = await rowsOf(request, named);
      const outcomes = await askEach(
        request,
        act,
        before.map((row) => row.session_id),
      );
      // How they stand by now.
      return screen(request, { act, named, found: await rowsOf(request, named), outcomes });
    },
  });
}

type Row = SearchAnswer['results'][number];

function idsIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => /^[0-9a-f]{40}$/.test(text));
}

/** Those of these payments that this person may see. Throws what the API says, such as 403. */
async function rowsOf({ api }: OfficeRequest, named: readonly string[]): Promise<readonly Row[]> {
  if (named.length > MOST) return [];
  // Without an id the list would be one of all; who may not look at it is refused all the same.
  const which = named.length === 0 ? 'limit=1' : `limit=${MOST}&session_id=${named.join(',')}`;
  const answer = await api.get(`/b/checkout/v1/transactions/?${which}`);
  const { results } = answerBody(answer) as SearchAnswer;
  if (named.length === 0) return [];
  if (results.length === 0) throw new RequestError(404, 'not_found', 'There are no such payments.');
  return results;
}

/** Asks the API for each, one after the other, under a number of its own: a form that is sent twice acts once on each. */
async function askEach(
  request: OfficeRequest,
  act: SeveralAct,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SeveralOutcome>> {
  const until = Date.now() + PATIENCE_MS;
  const outcomes = new Map<string, SeveralOutcome>();
  for (const id of ids) {
    if (Date.now() >= until) break;
    const answer = await ask(request, act, id);
    const outcome = answer === 'no channel' ? unwritten(request) : outcomeOf(answer);
    // Who has asked for too much waits with all that is left.
    if (outcome.is === 'waiting') break;
    outcomes.set(id, outcome);
  }
  return outcomes;
}

async function ask(
  { api, number }: OfficeRequest,
  act: SeveralAct,
  id: string,
): Promise<AskedAnswer | 'no channel'> {
  const own = { number: createHash('sha256').update(`${number} ${act} ${id}`).digest('hex') };
  if (act !== 'resend')
    return api.send('POST', '/b/pbl/v2/operation/', { operation: act, session_id: id }, own);
  const read = await api.get(`/b/checkout/v1/transactions/${id}/`);
  if (read.status !== 200) return read;
  const channels = (read.body as DetailAnswer).message?.named ?? [];
  if (channels.length === 0) return 'no channel';
  return api.send('POST', '/b/pbl/v2/message-notification/', { session_id: id, channels }, own);
}

/** Nobody is written to about it, so there is nothing to ask the API for. */
function unwritten({ language }: OfficeRequest): SeveralOutcome {
  return { is: 'refused', sentence: officeWords(language).several.noChannel, isOurs: true };
}

function outcomeOf({ status, body }: AskedAnswer): SeveralOutcome {
  const { detail, code } = problemIn(body);
  if (status === 429) return { is: 'waiting' };
  if (status === 202 || status >= 500 || code === 'tracking_in_progress') return { is: 'unknown' };
  if (status < 300) return { is: 'done' };
  const faults = Object.values(fieldFaults(body)).flat();
  return { is: 'refused', sentence: detail === '' ? faults.join(' ') : detail, code };
}

function screen(
  request: OfficeRequest,
  {
    act,
    named,
    found,
    outcomes,
  }: {
    readonly act: SeveralAct;
    readonly named: readonly string[];
    readonly found: readonly Row[];
    readonly outcomes?: ReadonlyMap<string, SeveralOutcome>;
  },
): OfficeAnswer {
  const isTooMany = named.length > MOST;
  const back = request.field('back');
  const path = `/office/payments/several/${act}`;
  return {
    ...(isTooMany && { status: 400 }),
    html: renderSeveral({
      ...officeFrame(request, 'payments'),
      act,
      rows: found.map((row) => ({
        ...rowOf(row, request.language),
        ...(outcomes && { outcome: outcomes.get(row.session_id) ?? { is: 'waiting' } }),
      })),
      missing: isTooMany ? 0 : named.length - found.length,
      isTooMany,
      back,
      backUrl: addressOf(filtersOf(back), {}),
      form: request.form(path),
      isTold: outcomes !== undefined,
    }),
  };
}
