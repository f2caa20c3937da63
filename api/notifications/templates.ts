import Router from '@koa/router';
import type { Context } from 'koa';
import {
  templateFaults,
  type StoredTemplate,
  type TemplateWords,
} from '../../domain/notification/stored-template.ts';
import { templateNamed } from '../../domain/notification/template-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { htmlFaults } from '../../render/mails/merchant-html.ts';
import { authorize } from '../access/authorize.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields, RequestError } from '../middleware/errors.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { check } from '../middleware/validate.ts';
import { pageBody, readQuery } from '../lists/page.ts';
import { presentTemplate } from './present-template.ts';
import {
  templateBody,
  templateQuery,
  wordsBody,
  type TemplateBody,
  type TemplateQuery,
} from './template-schema.ts';

const ALL = '/b/pbl/v2/notification-templates';
const ONE = `${ALL}/:id`;

/** What a merchant says to its customers in place of our own words (contract/events-and-pages.md 5.4). */
export function templateRoutes(deps: ApiDeps): Router {
  const { templates } = deps.store;
  const router = new Router();

  router.get(ALL, authorize(deps, 'templates.list'), async (ctx) => {
    const wanted = readQuery(templateQuery, ctx);
    const filter = filterOf(wanted.filter);
    const found = filter
      ? await templates.list(merchantOf(ctx), filter, wanted)
      : { count: 0, results: [] };
    const address = new URL(`${ALL}/`, deps.publicUrl).href;
    ctx.body = pageBody(address, wanted, {
      count: found.count,
      results: found.results.map(presentTemplate),
    });
  });
  router.get(ONE, authorize(deps, 'templates.read'), async (ctx) => {
    ctx.body = presentTemplate(await named(deps, ctx));
  });
  router.post(
    ALL,
    authorize(deps, 'templates.create'),
    idempotent(deps.store.claims),
    async (ctx) => {
      ctx.body = presentTemplate(await created(deps, ctx));
      ctx.status = 201;
    },
  );
  router.put(ONE, authorize(deps, 'templates.replace'), async (ctx) => {
    const template = await named(deps, ctx);
    const { value, faults } = check(wordsBody, withoutNull(ctx));
    refuse({ ...templateFaults(template, value, htmlFaults), ...faults });
    const anew = await templates.replace(template, value as TemplateWords, Date.now());
    if (!anew) throw notThere();
    ctx.body = presentTemplate(anew);
  });
  router.delete(ONE, authorize(deps, 'templates.delete'), async (ctx) => {
    const { id } = ctx['params'] as { readonly id: string };
    if (!(await templates.remove(merchantOf(ctx), id))) throw notThere();
    ctx.status = 204;
  });
  return router;
}

async function created({ store }: ApiDeps, ctx: Context): Promise<StoredTemplate> {
  const merchantId = merchantOf(ctx);
  const { value, faults } = check(templateBody, withoutNull(ctx));
  const { template_id: id, unit_code: unitCode } = value;
  const name = id === undefined ? undefined : templateNamed(id);
  const isUnit = unitCode === undefined || (await store.units.find(merchantId, unitCode));
  refuse({
    ...(id !== undefined && !name && { template_id: ['There is no such template.'] }),
    ...(name && templateFaults(name, value, htmlFaults)),
    ...(!isUnit && { unit_code: ['There is no such unit.'] }),
    ...faults,
  });
  if (!name) throw new TypeError('A template without a fault has a name.');
  const { language = 'en', subject, text, html } = value as TemplateBody;
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

async function named({ store }: ApiDeps, ctx: Context): Promise<StoredTemplate> {
  const { id } = ctx['params'] as { readonly id: string };
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

function refuse(faults: InvalidFields['fields']): void {
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
}

function notThere(): Refusal {
  return new Refusal('not_found', 'There is no such template.');
}
