/**
 * What is wrong with a field, why nothing can be done with a payment or was not done, what a task is about, and until when somebody has to wait, in the English that programs read, by a code under which pages say it in the language of their reader
 * (contract/office#faults). `{…}` is filled in.
 */
export const FIELD_SENTENCES = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  string: 'Expected a string.',
  'decimal-string': 'Expected a decimal number as a string, such as "12.50".',
  number: 'Expected a number.',
  'whole-number': 'Expected a whole number.',
  list: 'Expected a list.',
  object: 'Expected an object.',
  boolean: 'Must be true or false.',
  'max-length': 'Ensure this field has no more than {limit} characters.',
  'min-length': 'Ensure this field has at least {limit} characters.',
  'max-items': 'Ensure this list has no more than {limit} items.',
  'empty-list': 'This list may not be empty.',
  'max-bytes': 'Ensure this object has no more than {limit} bytes as JSON.',
  'max-depth': 'Ensure this object is nested no deeper than {limit} levels.',
  min: 'Ensure this value is at least {limit}.',
  max: 'Ensure this value is at most {limit}.',
  least: 'Ensure this value is greater than or equal to {limit}.',
  'more-than-zero': 'Ensure this value is greater than 0.',
  'whole-between': 'Use a whole number from {least} to {most}.',
  days: 'Use a whole number of days from 1 to 365.',
  choice: 'Not a valid choice; use one of {choices}.',
  'some-of': 'Use one or more of {choices}, with commas between.',
  once: 'Say it once.',
  'asked-otherwise':
    'It asks for {name}, of which something else is asked for, too. Leave one out.',
  'unknown-parameter': 'There is no such parameter. There are {known}.',
  'unknown-column': 'This is neither an option nor a column that a file can have.',

  'control-characters': 'Control characters are not allowed here.',
  'invisible-characters': 'Invisible characters are not allowed here.',
  'as-written':
    'Leave out blanks at the beginning and the end, and write letters with their accents as one (Unicode NFC).',
  slug: 'Use letters, digits, hyphens and underscores only.',
  'column-once': 'Name each column once.',
  'name-seen': 'Use a name that can be seen.',
  ip: 'Enter a valid IP address.',
  email: 'Enter a valid e-mail address.',
  url: 'Enter a valid http or https URL.',
  phone: 'Enter a telephone number with its country, such as +96550001234.',
  'some-phone': 'Use a telephone number.',
  'name-words': 'Use one or more words of the name.',
  country: 'Use a two-letter country code of ISO 3166-1.',
  color: 'Use a color such as #1a2b3c.',
  ending: 'Must end in one of {choices}.',
  date: 'Use a date of the form YYYY-MM-DD.',
  'date-or-slashes': 'Use a date of the form YYYY-MM-DD or DD/MM/YYYY.',
  'date-time': 'Use a date and time of ISO 8601, such as 2026-01-31T15:00:00Z.',
  moment:
    'Use a date, such as 2026-01-31, or a date and time of ISO 8601, such as 2026-01-31T15:00:00Z.',
  duration: 'Use a duration of the form "[days ]HH:MM:SS", longer than nothing.',
  'past-date': 'The date must be in the past.',
  'date-over': 'The date must not be in the past.',
  'later-than': 'Use a later moment than {name}.',
  'ten-years': 'Ask for ten years at most at once.',

  amount: 'A valid amount is required: digits with an optional decimal point, no sign.',
  'amount-digits':
    'A valid amount is required: at most 13 digits with an optional decimal point, no sign.',
  decimals: 'Ensure that there are no more than {places} decimal places ({currency}).',
  'amount-too-large': 'The amount is too large: at most {amount}.',
  'more-than-nothing': 'Send more than nothing, in {currency}.',
  'saved-for-nothing': 'This must be 0 when a card is saved without a payment.',
  'amount-order': 'Use an amount that is not less than amount_min.',
  'one-currency': 'Say the one currency of {name}.',
  currencies: 'Use codes of ISO 4217, in capitals, with commas between.',
  'no-currency': '"{code}" is not a currency code of ISO 4217.',
  'currency-capitals':
    '"{code}" is not a currency code of ISO 4217, which are in capitals: write {meant}.',
  'inactive-currency': '{code} is not active; use {choices}.',

  'payment-ids':
    'Use the forty characters of a session_id; of several, {most} at most, with commas between.',
  'user-number': 'Use the number of a user.',
  'account-codes': 'Use codes of gateway accounts, with commas between.',
  'last-four': 'Use the last four digits of the card.',
  'order-start': 'Write how the order number begins before the *.',
  cursor: 'Use the cursor of the page before, as it came.',
  'other-cursor':
    'This cursor is of another list. Leave it out to begin the list that you ask for.',
  'view-name': 'You have a view of this name. Use another one, or remove that view first.',
  'of-page': 'It says which page is meant. Leave it out.',

  'no-method': '"{code}" is not a payment method.',
  'no-method-of': '"{code}" is not a payment method; use one of {choices}.',
  'no-usable-method':
    'There is no payment method "{code}" that you may use. If the code is right, ask your administrator for the permission {permission}.',
  'method-gone': '"{code}" is not a payment method any more.',
  'currency-gone': '{currency} is not active any more.',
  'inactive-method': '"{code}" is not active.',
  'method-type': '"{code}" is not enabled for {type}.',
  'method-saves': '"{code}" cannot save cards.',
  'method-debits': '"{code}" cannot be debited automatically.',
  // The longer one first: it begins as the other one does.
  'method-converts':
    '"{code}" does not accept {currency}; it accepts {accepted} and converts {converted}.',
  'method-currency': '"{code}" does not accept {currency}; it accepts {accepted}.',
  'method-too-large': '"{code}" cannot charge {amount}: it is too large in {currency}.',
  'method-too-small':
    '"{code}" cannot charge {amount}: it is less than the least amount of {currency}.',
  'method-step': '"{code}" cannot charge {amount}: {gateway} takes {currency} in steps of {step}.',
  'method-autopay':
    '"{code}" cannot charge the {amount} that is charged automatically by the agreement "{agreement}", which would move there.',
  'method-order-no':
    'Ensure this field has no more than {limit} characters; "{code}" takes no more.',
  'mixed-sandbox': 'Sandbox and production methods cannot be mixed in one transaction.',
  'mixed-kinds': 'Methods that charge and methods that only authorize cannot be mixed.',

  'no-account': 'There is no account "{code}".',
  'account-order-no': '"{code}" takes order numbers of at most {limit} characters.',
  'route-none': 'The route "{route}" has no account that can take this.',
  'route-inactive': 'The route "{route}" is not active.',
  'route-rule': 'Rule "{rule}": {why}',
  'for-currencies': 'It is for {currencies}, not for {currency}.',
  'for-amounts-of': 'It is for amounts of {other}, not of {currency}.',
  'for-more': 'It is for {amount} and more.',
  'for-less': 'It is for less than {amount}.',
  'for-brands': 'It is for {brands}, and the brand is not known yet.',
  'for-digits': 'It is for some first digits of cards, and they are not known yet.',

  'needs-phone': 'This channel needs customer_phone.',
  'one-channel': 'An address is of one channel: name that one in channels.',
  initiator: 'No active user has this id.',
  unit: 'There is no unit with this code.',
  'location-too': 'This must be true when capture_delivery_address is.',
  'webhook-for-card': 'This field is required when a card is saved.',
  'agreement-alone': 'Send it only with the payment_type auto_debit.',
  'irregular-only': 'This must be "irregular" when the type is unscheduled.',
  'unscheduled-none': 'An unscheduled agreement has none.',
  'after-start': 'The date must be after start_date.',
  'card-data': 'Card data must never be sent here; the customer types it on the payment page.',
  'card-number':
    'This looks like a card number, which must never be sent here; the customer types it on the payment page. If it is another number, write it with a letter or a stroke (/) between its digits.',

  // The longer one first: it begins as the other one does.
  'steps-below':
    'The network of {code} cannot move {amount}: it takes {currency} in steps of {step}. Ask for {below}.',
  steps: 'The network of {code} cannot move {amount}: it takes {currency} in steps of {step}.',
  'no-wallet-service': 'The account {code} has no wallet service.',
  'no-customer': 'The transaction names no customer, so there is no wallet to refund to.',
  'other-reason': 'Say in words what the other reason is.',
  'reason-wanted': 'Say why: your company wants a reason of its people.',
  'what-was-done': 'Say what was done.',
  'cells-of-row': 'The row has {cells} cells, the first line {names}.',

  // The longer ones first: they begin as the third one does.
  'partly-captured':
    'A transaction that is partly captured cannot be voided. {left} can still be captured.',
  'captured-whole': 'A transaction that is captured cannot be voided. Refund it instead.',
  'not-as-it-is': 'A transaction that is {state} cannot be {done}.',
  'not-in-state': 'The transaction is {state}; {what} is not possible in this state.',
  archived: 'The transaction is deleted. Restore it first.',
  'approval-first':
    'An operation of this transaction is waiting for approval. Have it decided or canceled first.',
  'account-currency':
    'The payment was made in another currency than that of the account {code} ({currency}); its operations must be done at the gateway.',
  'gateway-cannot': 'The gateway of {code} cannot {what}.',
  'gateway-does-nothing': 'The gateway {name} can do nothing with a payment.',
  'payment-not-named': '{name} has not named the payment of this {what}.',
  'switched-off': 'The account {code} has {what} switched off.',
  'nothing-left': 'Nothing of this transaction is left to be {done}.',
  'at-most': 'At most {most} can be {done}.',
  'bank-claims': "The payer's bank claims {amount} in a dispute: answer that at the gateway.",
  'captured-once':
    'The gateway captures a hold once: it has let go of what the first capture did not take.',
  'rest-let-go': 'The gateway captures a hold once, and lets the rest go.',
  'wallet-status': "The customer's wallet is {status}.",
  'wallet-currency': 'Wallets hold no {currency} here.',
  'wallet-credit': 'At most {most} can go to a wallet at once.',
  'wallet-full': 'The wallet would hold more than is allowed. Refund less, or to the card.',

  'cycle-missed': '{agreement}: the cycle of {cycle} was missed, and is not charged any more.',
  'agreement-declined': '{agreement}: its card was declined, and nothing more is charged.',
  'rows-of-file-failed': '{name}: {failed} of {total} rows made nothing.',
  'rows-failed': '{failed} of {total} rows made nothing.',
  'account-failing':
    '{code}: {errors} of {attempts} attempts of the last 15 minutes ended in an error.',
  'credentials-expire': '{code}: its credentials expire on {date}.',
  'file-differs': '{code}, {name}: it differs from the ledger.',
  'missing-here': 'Missing here: {count}.',
  'missing-there': 'Missing at the gateway: {count}.',
  'amount-differs': 'With another amount: {count}.',
  'payment-differs': 'Of another payment: {count}.',
  duplicate: 'More than once: {count}.',

  throttled: 'Too many requests. Try again in {seconds} seconds.',
} as const;

export type FieldSentenceCode = keyof typeof FIELD_SENTENCES;

/** The names of what a sentence is filled with. */
type Blanks<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never;
type BlanksOf<C extends FieldSentenceCode> = Blanks<(typeof FIELD_SENTENCES)[C]>;
type Filling<C extends FieldSentenceCode> = [BlanksOf<C>] extends [never]
  ? readonly []
  : readonly [Readonly<Record<BlanksOf<C>, string | number>>];

/** The sentence of a code, filled in. */
export function fieldSentence<C extends FieldSentenceCode>(code: C, ...given: Filling<C>): string {
  const [values = {}] = given;
  const byName = new Map<string, unknown>(Object.entries(values));
  return FIELD_SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_blank, name: string) =>
    String(byName.get(name)),
  );
}

export interface ReadSentence {
  readonly code: FieldSentenceCode;
  /** `why` is a sentence itself. */
  readonly values: Readonly<Record<string, string>>;
  /** The field that it names, where it is one of several fields. */
  readonly of?: string;
}

/**
 * The code of a sentence, and what it is filled with; undefined where it has none. Sentences of rows are stored as they were said.
 */
export function readFieldSentence(sentence: string): ReadSentence | undefined {
  // What somebody sent may be part of it, and be as long as a request.
  if (sentence.length > LONGEST) return undefined;
  for (const [code, pattern] of PATTERNS) {
    const found = pattern.exec(sentence);
    if (found) return { code, values: { ...found.groups } };
  }
  return undefined;
}

/**
 * The same of several that were said one after the other, each with its field in front perhaps; undefined where one of them has no code.
 */
export function readFieldSentences(text: string): readonly ReadSentence[] | undefined {
  if (text.length > LONGEST) return undefined;
  for (const { index } of text.matchAll(/(?<=\.) (?=\S)/g)) {
    const first = readNamed(text.slice(0, index));
    const rest = first && readFieldSentences(text.slice(index + 1));
    if (rest) return [first, ...rest];
    // Its full stop may stand within a longer sentence.
    if (first) break;
  }
  const whole = readNamed(text);
  return whole && [whole];
}

function readNamed(text: string): ReadSentence | undefined {
  const [, of, sentence = ''] = /^([a-z_]+): (.+)$/s.exec(text) ?? [];
  const read = readFieldSentence(sentence);
  return read && of !== undefined ? { ...read, of } : readFieldSentence(text);
}

const LONGEST = 2000;
const CODES: ReadonlySet<string> = new Set(Object.keys(FIELD_SENTENCES));
const PATTERNS: readonly (readonly [FieldSentenceCode, RegExp])[] = Object.entries(
  FIELD_SENTENCES,
).flatMap(([code, sentence]) => (isCode(code) ? [[code, patternOf(sentence)] as const] : []));

function isCode(text: string): text is FieldSentenceCode {
  return CODES.has(text);
}

function patternOf(sentence: string): RegExp {
  const parts = sentence
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? escaped(part) : `(?<${part}>.+?)`));
  return new RegExp(`^${parts.join('')}$`, 's');
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
