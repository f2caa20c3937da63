import { ApiSentence } from './api-sentence.tsx';
import type { JSX } from 'preact';
import { ATTACHMENT_EXTENSIONS, MAX_ATTACHMENT_BYTES } from '../../domain/attachment.ts';
import { officeWords } from '../locales/office-words.ts';
import { Code } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { TYPED_FIELDS, type NewPaymentFacts } from './new-payment-facts.ts';
import { TestBadge } from './badges.tsx';
import { Cost } from './cost.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { ChoiceField, FileInput, TextField, TickFields } from './fields.tsx';
import { OfficeForm } from './form.tsx';
import { framedPage } from './frame.tsx';
import { FaultList, OfficeNotice, UnknownNotice } from './notice.tsx';
import { ZonedMoment } from './short-moment.tsx';

/** A form that makes a payment, for the customer at the counter or on the telephone. */
export function renderNewPayment(facts: NewPaymentFacts): string {
  const { newPayment, payments } = officeWords(facts.language);
  return framedPage({
    frame: facts,
    title: newPayment.title,
    isNarrow: true,
    path: [{ label: payments.title, href: '/office/payments' }],
    main: <NewPayment {...facts} />,
  });
}

function NewPayment(facts: NewPaymentFacts): JSX.Element {
  const { language, methods, refusal, refusalCode = '', faults, isUnknown } = facts;
  const { newPayment: said, operation, refusals } = officeWords(language);
  const wrong = [
    ...(refusal === undefined ? [] : [{ sentence: refusal, word: refusals[refusalCode] }]),
    ...Object.entries(faults).flatMap(([field, sentences]) =>
      sentences.map((sentence) => ({ ...(NEW_PAYMENT_FIELDS.has(field) && { field }), sentence })),
    ),
  ];
  return (
    <>
      {isUnknown === true ? (
        <UnknownNotice
          language={language}
          title={operation.unknown}
          text={said.unknownText}
          faults={wrong}
        />
      ) : (
        <FaultList title={said.fixTitle} faults={wrong} />
      )}
      <SameOrder {...facts} />
      <Costs {...facts} />
      <section class="question">
        <h1>{said.title}</h1>
        <p class="lead">{said.text}</p>
        {methods.length === 0 ? <p class="absent">{said.noMethods}</p> : <Form {...facts} />}
      </section>
    </>
  );
}

/** Two payments of one order are rarely meant: the next press makes one all the same. */
function SameOrder(facts: NewPaymentFacts): JSX.Element | null {
  const { newPayment: said } = officeWords(facts.language);
  const { sameOrder } = facts;
  if (sameOrder === undefined) return null;
  return (
    <OfficeNotice
      tone="warn"
      isNews
      title={<Fill text={said.sameOrder} with={{ order: <Code>{sameOrder.orderNo}</Code> }} />}
    >
      <p>
        <Fill
          text={said.sameOrderText}
          with={{ time: <ZonedMoment iso={sameOrder.createdAt} frame={facts} /> }}
        />{' '}
        <a href={sameOrder.href}>{said.sameOrderLink}</a>
      </p>
    </OfficeNotice>
  );
}

/** What the customer would pay, by each way. */
function Costs({ language, costs, hiddenMethods = [] }: NewPaymentFacts): JSX.Element | null {
  const { newPayment: said } = officeWords(language);
  if (costs === undefined) return null;
  return (
    <OfficeNotice tone="good" isNews title={said.checked}>
      <ul class="fault-list">
        {costs.map(({ name, ...cost }, nth) => (
          <li key={nth}>
            <bdi>{name}</bdi>: <Cost {...cost} language={language} />
          </li>
        ))}
        {hiddenMethods.map((why) => (
          <li key={why}>
            <ApiSentence>{why}</ApiSentence>
          </li>
        ))}
      </ul>
    </OfficeNotice>
  );
}

function Form(facts: NewPaymentFacts): JSX.Element {
  const { language, methods, currencies, channels, values, faults, picked } = facts;
  const { units, attachment } = facts;
  const { newPayment: said, channels: channelWords, payment, operation } = officeWords(language);
  const names: Readonly<Record<string, string>> = channelWords;
  const text = (id: string, label: string, more: object = {}) => (
    <TextField id={id} label={label} value={values[id]} faults={faults[id]} {...more} />
  );
  return (
    <OfficeForm
      isOfPage
      hasFile
      form={facts.form}
      unanswered={facts.isUnknown === true ? 'make' : undefined}
      hidden={[
        { name: 'shown_at', value: facts.shownAt },
        { name: 'same_order', value: facts.sameOrder?.orderNo ?? facts.knownOrder ?? '' },
        { name: 'attachment_upload_url', value: attachment?.url ?? '' },
        { name: 'attachment_name', value: attachment?.name ?? '' },
      ]}
    >
      <div class="field-row">
        {text('amount', said.amount, {
          mode: 'decimal',
          maxLength: 24,
          isRequired: true,
          isCode: true,
        })}
        {currencies.length === 0 ? (
          text('currency_code', said.currency, { maxLength: 3, isRequired: true, isCode: true })
        ) : (
          <ChoiceField
            id="currency_code"
            label={said.currency}
            value={values['currency_code']}
            faults={faults['currency_code']}
            options={currencies.map((code) => ({ value: code, label: code }))}
          />
        )}
      </div>
      <TickFields
        isPosted
        name="pg_codes"
        legend={said.methods}
        options={methods.map(({ code, name, isSandbox }) => ({
          value: code,
          label: (
            <>
              <bdi>{name}</bdi> {isSandbox && <TestBadge language={language} />}
            </>
          ),
        }))}
        picked={picked.methods}
        faults={faults['pg_codes']}
      />
      {text('order_no', said.orderNo, { maxLength: 128, isCode: true })}
      <fieldset class="group">
        <legend>{said.customer}</legend>
        <div class="field-row">
          {text('customer_first_name', said.firstName, { maxLength: 64 })}
          {text('customer_last_name', said.lastName, { maxLength: 64 })}
        </div>
        <div class="field-row">
          {text('customer_email', said.email, { type: 'email', isCode: true })}
          {text('customer_phone', said.phone, {
            type: 'tel',
            maxLength: 16,
            hint: said.phoneHint,
            isCode: true,
          })}
        </div>
        {text('customer_id', said.customerId, {
          maxLength: 64,
          hint: said.customerIdHint,
          isCode: true,
        })}
        <ChoiceField
          id="language"
          label={said.language}
          value={values['language']}
          faults={faults['language']}
          options={(['en', 'ar'] as const).map((value) => ({
            value,
            label: payment.languages[value],
          }))}
        />
      </fieldset>
      <ExpiryField
        language={language}
        value={values['expiration_time']}
        faults={faults['expiration_time']}
      />
      {units.length > 0 && (
        <ChoiceField
          id="unit_code"
          label={said.unit}
          value={values['unit_code']}
          faults={faults['unit_code']}
          options={[
            { value: '', label: said.noUnit },
            ...units.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      )}
      <TickFields
        isPosted
        name="channels"
        legend={said.send}
        hint={said.sendHint}
        options={channels.map((value) => ({ value, label: names[value] ?? value }))}
        picked={picked.channels}
        faults={faults['notifications']}
      />
      {attachment && (
        <TickFields
          isPosted
          name="attachment"
          legend={<Fill text={said.fileKept} with={{ name: <bdi>{attachment.name}</bdi> }} />}
          options={[{ value: 'none', label: said.withoutFile }]}
          picked={[]}
        />
      )}
      <FileInput
        id="file"
        label={said.file}
        hint={said.fileHint.replace('{size}', String(MAX_ATTACHMENT_BYTES / 1_000_000))}
        accept={ATTACHMENT_EXTENSIONS.map((one) => `.${one}`).join(',')}
        faults={faults['file']}
      />
      <div class="question-does">
        <button type="submit" class="act primary">
          {facts.isUnknown === true ? operation.lookAgain : said.make}
        </button>
        {facts.isUnknown !== true && (
          <button type="submit" name="act" value="check" class="act">
            {said.check}
          </button>
        )}
        <a class="act" href="/office/payments">
          {officeWords(language).payments.title}
        </a>
      </div>
    </OfficeForm>
  );
}

/** Those of the body of the API. */
const NEW_PAYMENT_FIELDS: ReadonlySet<string> = new Set([
  ...TYPED_FIELDS,
  'pg_codes',
  'channels',
  'file',
]);
