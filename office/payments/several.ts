import { RequestError } from '../../api/middleware/errors.ts';
import { CHANGE_PAYMENTS } from '../../api/route.ts';
import type { MessageChannel } from '../../domain/notification/notification.ts';
import type { Permission } from '../../domain/permission.ts';
import type { SeveralOutcome } from '../../render/office/several-facts.ts';
import { SEVERAL_ACTS, type SeveralAct } from '../../render/office/payments-facts.ts';
import { officeWords } from '../../render/locales/office-words.ts';
import { renderSeveral } from '../../render/office/several.tsx';
import { answerBody } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { officeFrame } from '../frame.ts';
import { otherLanguageUrl } from '../language.ts';
import { officeForm, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { askEach, MOST_AT_ONCE, numberOfEach, unknownOnes } from '../several.ts';
import { OFFERED_CHANNELS } from './channels.ts';
import type { DetailAnswer } from './detail-facts.ts';
import { addressOf, filtersOf, rowOf, type SearchAnswer } from './list-facts.ts';

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
      // What was pressed is told once, but for what nobody knows; in the other language the same payments are shown as they stand.
      const { kept, asked } = request;
      const unknown = request.ticked('unknown');
      const named = idsIn(
        kept ? request.ticked('payment') : (asked['session_id'] ?? '').split(','),
      );
      const found = await rowsOf(request, named);
      return screen(request, {
        act,
        named,
        found,
        channels: kept ? sentChannels(request, named) : new Map(),
        ...(unknown.length > 0 && { outcomes: unknownOnes(unknown) }),
      });
    },
    press: async (request) => {
      const named = idsIn(request.ticked('payment'));
      const before = await rowsOf(request, named);
      const channels = sentChannels(request, named);
      const outcomes = await askEach(
        before.map((row) => row.session_id),
        request.ticked('unknown'),
        (id) => ask(request, act, { id, channels }),
      );
      // How they stand by now; what was done is told also where that is refused.
      const found = await rowsOf(request, named).catch(() => before);
      return screen(request, { act, named, found, channels, outcomes });
    },
  });
}

type Row = SearchAnswer['results'][number];

function idsIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => /^[0-9a-f]{40}$/.test(text));
}

/** Those of these payments that this person may see. Throws what the API says, such as 403. */
async function rowsOf({ api }: OfficeRequest, named: readonly string[]): Promise<readonly Row[]> {
  if (named.length > MOST_AT_ONCE) return [];
  // Without an id the list would be one of all; who may not look at it is refused all the same.
  const which =
    named.length === 0 ? 'limit=1' : `limit=${MOST_AT_ONCE}&session_id=${named.join(',')}`;
  const answer = await api.get(`/b/checkout/v1/transactions/?${which}`);
  const { results } = answerBody(answer) as SearchAnswer;
  if (named.length === 0) return [];
  if (results.length === 0) throw new RequestError(404, 'not_found', 'There are no such payments.');
  return results;
}

/** By which channels messages of payments were asked for; nothing of those that were not asked for yet. */
type SentChannels = Map<string, readonly MessageChannel[]>;

/** As the form says it, which asks again for what nobody knows of. */
function sentChannels({ field }: OfficeRequest, named: readonly string[]): SentChannels {
  return new Map(
    named.flatMap((id) => {
      const said = field(`payment.${id}`).split(',');
      const channels = OFFERED_CHANNELS.filter((one) => said.includes(one));
      return channels.length > 0 ? [[id, channels]] : [];
    }),
  );
}

async function ask(
  request: OfficeRequest,
  act: SeveralAct,
  { id, channels: sent }: { readonly id: string; readonly channels: SentChannels },
): Promise<AskedAnswer | SeveralOutcome> {
  const { api, number } = request;
  const own = { number: numberOfEach(number, act, id) };
  if (act !== 'resend')
    return api.send('POST', '/b/pbl/v2/operation/', { operation: act, session_id: id }, own);
  let channels = sent.get(id);
  if (!channels) {
    const read = await api.get(`/b/checkout/v1/transactions/${id}/`);
    if (read.status !== 200) return read;
    channels = (read.body as DetailAnswer).message?.named ?? [];
    if (channels.length === 0) return unwritten(request);
  }
  const body = { session_id: id, channels };
  const answer = await api.send('POST', '/b/pbl/v2/message-notification/', body, own);
  // Who has asked for too much has not asked.
  if (answer.status !== 429) sent.set(id, channels);
  return answer;
}

/** Nobody is written to about it, so there is nothing to ask the API for. */
function unwritten({ language }: OfficeRequest): SeveralOutcome {
  return { is: 'refused', sentence: officeWords(language).several.noChannel, isOurs: true };
}

function screen(
  request: OfficeRequest,
  {
    act,
    named,
    found,
    channels,
    outcomes,
  }: {
    readonly act: SeveralAct;
    readonly named: readonly string[];
    readonly found: readonly Row[];
    readonly channels: SentChannels;
    readonly outcomes?: ReadonlyMap<string, SeveralOutcome>;
  },
): OfficeAnswer {
  const isTooMany = named.length > MOST_AT_ONCE;
  const back = request.field('back');
  const path = `/office/payments/several/${act}`;
  const query = { ...(named.length > 0 && { session_id: named.join(',') }), back };
  // Not by its own address, which names nothing once the form was sent.
  const address = { path, querystring: new URLSearchParams(query).toString() };
  const other = otherLanguageUrl(address, request.language);
  return {
    ...(isTooMany && { status: 400 }),
    html: renderSeveral({
      ...officeFrame({ ...request, otherLanguageUrl: other }, 'payments'),
      act,
      rows: found.map((row) => ({
        ...rowOf(row, request.language),
        sentBy: channels.get(row.session_id) ?? [],
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
