import type { Context } from 'koa';
import type { JsonObject } from '../../domain/json.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { merchantValues } from '../../domain/notification/merchant-values.ts';
import { OWN_WORDS, type MessageRequest } from '../../domain/notification/notification.ts';
import {
  templateIdOf,
  templateNamed,
  type TemplateName,
} from '../../domain/notification/template-id.ts';
import type { TemplateWords } from '../../domain/notification/stored-template.ts';
import type { Values } from '../../domain/notification/template.ts';
import { brandOf, type MailBrand } from '../../domain/theme.ts';
import { asUnit } from '../../domain/unit.ts';
import { renderOwnMail } from '../../render/mails/own-words.ts';
import { renderText } from '../../render/texts/text.ts';
import { callerOf, isStaff, merchantOf } from '../access/caller.ts';
import { nameOf } from '../access/recorded.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { spend } from '../limits/spend.ts';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { givenFields } from '../middleware/sent-body.ts';
import { check, faultless } from '../middleware/validate.ts';
import { readContext } from './context.ts';
import { deliver, sendOutcomeOf } from './deliver.ts';
import { enclosuresOf } from './enclosures.ts';
import { receiverFaults, receiversOf } from './receivers.ts';
import { sendBody, type SendBody } from './schema.ts';

/** Sends a message by a template to whomever a merchant's program names (contract/messages#asked-for). */
export async function sendOwn(deps: ApiDeps, ctx: Context, channel?: string) {
  const merchantId = merchantOf(ctx);
  const given = { ...bodyOf(ctx), ...(channel !== undefined && { channel }) };
  const checked = check(sendBody, givenFields(sendBody, given));
  const { value, faults } = checked;
  const name = value.template_id === undefined ? undefined : templateNamed(value.template_id);
  const context = readContext(value.context);
  const files = await enclosuresOf(value);
  const unitCode = value.unit_config === undefined ? undefined : String(value.unit_config);
  const ofUnit =
    unitCode === undefined ? undefined : await deps.store.units.find(merchantId, unitCode);
  const all = {
    ...templateFaults(value, name),
    ...receiverFaults(value),
    ...context.faults,
    ...files.faults,
    ...(unitCode !== undefined && !ofUnit && { unit_config: ['There is no such unit.'] }),
    ...faults,
  };
  if (Object.keys(all).length > 0 || !name) throw new InvalidFields(all);

  const body = faultless(checked);
  const { language = 'en' } = body;
  const unit = unitCode === undefined ? {} : { unitCode };
  const own = await deps.store.templates.wordsFor({ merchantId, ...unit, ...name, language });
  const merchant = await settingsOf(deps.store, ctx);
  if (!merchant) throw new Error(`The merchant ${merchantId} of a caller is not there.`);
  const values = {
    ...merchantValues(asUnit(merchant, ofUnit), { language, publicUrl: deps.publicUrl }),
    ...context.values,
  };
  const brand = brandOf(asUnit(merchant, ofUnit), deps.publicUrl);
  const facts = worded({ name, body, values, merchant, brand, own });
  if (!facts)
    throw new InvalidFields({
      context: [
        'With these values the template says nothing; send the value that it is about, or a body.',
      ],
    });
  // A person writes to strangers as rarely as by a payment's message; a program has its own number.
  const limit = isStaff(ctx) ? deps.limits.otherAddress : deps.limits.ownMessages;
  await spend(ctx, limit, `${merchantId}:${nameOf(callerOf(ctx))}`);
  const common = {
    merchantId,
    channel: name.channel,
    event: OWN_WORDS,
    language,
    facts,
    ...unit,
    templateId: templateIdOf(name),
    ...(files.enclosures.length > 0 && { enclosures: files.enclosures }),
    ...(body.trace_id !== undefined && { traceId: body.trace_id }),
    ...(body.tags && { tags: body.tags }),
    forced: true,
    createdAt: Date.now(),
  } as const;
  const wanted = receiversOf(body).map((addressees, index): MessageRequest => ({
    key: `own-words/${index}`,
    ...common,
    ...addressees,
  }));
  const messages = await deliver(deps, wanted, claimedSessionId(ctx));
  return sendOutcomeOf(messages, { message: 'Notification sent.', result: 'success' });
}

function templateFaults({ channel, template_id: id }: Partial<SendBody>, name?: TemplateName) {
  if (id === undefined) return {};
  if (!name) return { template_id: ['There is no such template.'] };
  return channel === undefined || channel === name.channel
    ? {}
    : { template_id: [`This template is for ${name.channel}.`] };
}

/** What the message says, as it is kept with it. */
function worded({
  name: { channel, event },
  body,
  values,
  merchant,
  brand,
  own,
}: {
  readonly name: TemplateName;
  readonly body: SendBody;
  readonly values: Values;
  readonly merchant: Merchant;
  readonly brand: MailBrand;
  readonly own: TemplateWords | undefined;
}): JsonObject | undefined {
  const { language = 'en', subject, body: fallback } = body;
  const merchantName = language === 'ar' ? (merchant.nameAr ?? merchant.name) : merchant.name;
  const { supportEmail } = merchant;
  const said = fallback === undefined ? {} : { body: fallback };
  if (channel === 'email') {
    const mail = renderOwnMail({
      language,
      merchantName,
      brand,
      ...(supportEmail !== undefined && { supportEmail }),
      event,
      values,
      ...(own && { own }),
      ...(subject !== undefined && { subject }),
      ...said,
    });
    return mail && { ...mail };
  }
  const text = renderText({
    kind: event,
    language,
    values,
    ...(own && { own: own.text }),
    ...said,
  });
  return text === undefined ? undefined : { text };
}
