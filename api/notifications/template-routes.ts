import type { Context } from 'koa';
import { CHANNELS } from '../../domain/notification/notification.ts';
import { type StoredTemplate, templateFaults } from '../../domain/notification/stored-template.ts';
import { templateNamed } from '../../domain/notification/template-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { htmlFaults } from '../../render/mails/merchant-html.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { pageBody, pagesDoc, readQuery } from '../lists/page.ts';
import { bodyOf } from '../middleware/body.ts';
import { refuseFaults, RequestError } from '../middleware/errors.ts';
import { check, faultless } from '../middleware/validate.ts';
import { route, SERVER, VIEW_PAYMENTS, type RouteContext } from '../route.ts';
import { pageAnswerOf, templateAnswer } from './answer.ts';
import { presentTemplate } from './present-template.ts';
import { templateBody, templateQuery, type TemplateQuery, wordsBody } from './template-schema.ts';

const string = { type: 'string' };
const shape = templateAnswer;
const fields = {
  subject: 'Of an e-mail, which must have one.',
  text: 'With placeholders such as `{{amount}}`.',
  html: 'Of an e-mail, in place of the text where HTML is shown: a part of a document, without scripts.',
};

/** What a merchant says to its customers in place of our own words (contract/messages#templates). */
export const templateRoutes = [
  route('templates.list', {
    method: 'GET',
    path: '/b/pbl/v2/notification-templates',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Messages',
    summary: 'List templates',
    query: {
      channel: { description: 'By which they go.', schema: { ...string, enum: [...CHANNELS] } },
      template_id: { description: 'Their name.', schema: string },
      unit_code: { description: 'Whose they are.', schema: string },
      language: { description: 'Of their words.', schema: { ...string, enum: ['en', 'ar'] } },
      ...pagesDoc,
    },
    answers: { 200: { description: 'A page of them.', shape: pageAnswerOf(shape) } },
    handle: (deps) => async (ctx) => {
      const wanted = readQuery(templateQuery, ctx);
      const filter = filterOf(wanted.filter);
      const found = filter
        ? await deps.store.templates.list(merchantOf(ctx), filter, wanted)
        : { count: 0, results: [] };
      const address = new URL(`${ALL}/`, deps.publicUrl).href;
      return pageBody(address, wanted, {
        count: found.count,
        results: found.results.map(presentTemplate),
      });
    },
  }),
  route('templates.read', {
    method: 'GET',
    path: '/b/pbl/v2/notification-templates/:id',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Messages',
    summary: 'Read a template',
    answers: { 200: { description: 'What it says.', shape } },
    handle: (deps) => async (ctx) => presentTemplate(await named(deps, ctx)),
  }),
  route('templates.create', {
    method: 'POST',
    path: '/b/pbl/v2/notification-templates',
    who: SERVER,
    // What all customers of a merchant read: of its people only superusers.
    permissions: [],
    tag: 'Messages',
    summary: 'Create a template',
    description:
      'From then on it is what customers read. A placeholder that nothing ever stands for is refused by its name.',
    body: templateBody,
    fields: {
      ...fields,
      template_id:
        'Which message: `paid-email`, `created-sms`, `communication-notification-email` and the like.',
      unit_code: 'Only for payments of this unit.',
      language: 'Of its words; English when it is left out.',
    },
    idempotent: true,
    answers: { 201: { description: 'It is kept.', shape } },
    handle: (deps) => async (ctx) => presentTemplate(await created(deps, ctx)),
  }),
  route('templates.replace', {
    method: 'PUT',
    path: '/b/pbl/v2/notification-templates/:id',
    who: SERVER,
    permissions: [],
    tag: 'Messages',
    summary: 'Replace a template',
    body: wordsBody,
    fields,
    answers: { 200: { description: 'What it says now.', shape } },
    handle: (deps) => async (ctx) => {
      const template = await named(deps, ctx);
      const checked = check(wordsBody, withoutNull(ctx));
      const { value, faults } = checked;
      refuseFaults({ ...templateFaults(template, value, htmlFaults), ...faults });
      const anew = await deps.store.templates.replace(template, faultless(checked), Date.now());
      if (!anew) throw notThere();
      return presentTemplate(anew);
    },
  }),
  route('templates.delete', {
    method: 'DELETE',
    path: '/b/pbl/v2/notification-templates/:id',
    who: SERVER,
    permissions: [],
    tag: 'Messages',
    summary: 'Delete a template',
    description: 'Then our own words are sent again.',
    answers: { 204: { description: 'It is forgotten.' } },
    handle: (deps) => async (ctx) => {
      const { id } = ctx.params;
      if (!(await deps.store.templates.remove(merchantOf(ctx), id))) throw notThere();
    },
  }),
];

const ALL = '/b/pbl/v2/notification-templates';

async function created({ store }: ApiDeps, ctx: Context): Promise<StoredTemplate> {
  const merchantId = merchantOf(ctx);
  const checked = check(templateBody, withoutNull(ctx));
  const { value, faults } = checked;
  const { template_id: id, unit_code: unitCode } = value;
  const name = id === undefined ? undefined : templateNamed(id);
  const isUnit = unitCode === undefined || (await store.units.find(merchantId, unitCode));
  refuseFaults({
    ...(id !== undefined && !name && { template_id: ['There is no such template.'] }),
    ...(name && templateFaults(name, value, htmlFaults)),
    ...(!isUnit && { unit_code: ['There is no such unit.'] }),
    ...faults,
  });
  if (!name) throw new TypeError('A template without a fault has a name.');
  const { language = 'en', subject, text, html } = faultless(checked);
  const key = { merchantId, ...name, language, ...(unitCode !== undefined && { unitCode }) };
  const words = {
    ...(subject !== undefined && { subject }),
    text,
    ...(html !== undefined && { html }),
  };
  const template = await store.templates.insert(key, words, Date.now());
  if (template) return template;
  throw new RequestError(
    409,
    'already_exists',
    'There is a template of this name, language and unit; read its id from the list, and PUT to change it.',
  );
}

async function named({ store }: ApiDeps, ctx: RouteContext<'id'>): Promise<StoredTemplate> {
  const { id } = ctx.params;
  const template = await store.templates.find(merchantOf(ctx), id);
  if (!template) throw notThere();
  return template;
}

/** Undefined where the name is of no template. */
function filterOf({
  template_id: id,
  unit_code: unitCode,
  ...rest
}: Omit<TemplateQuery, 'limit' | 'offset'>) {
  const name = id === undefined ? {} : templateNamed(id);
  return name && { ...rest, ...name, ...(unitCode !== undefined && { unitCode }) };
}

function withoutNull(ctx: Context): object {
  const entries = Object.entries(bodyOf(ctx)).filter(([, value]) => value !== null);
  return Object.fromEntries(entries);
}

function notThere(): Refusal {
  return new Refusal('not_found', 'There is no such template.');
}
