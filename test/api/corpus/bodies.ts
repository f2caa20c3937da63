/** Whole bodies that mean nothing, or more than one thing. MARK is filled in by the test. */

const SALE =
  '"type":"payment_request","amount":"12.340","currency_code":"KWD","pg_codes":["sandbox"],"order_no":"MARK"';
const deep = (levels: number, [open, close]: readonly [string, string]): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

export const HOSTILE_BODIES: Readonly<Record<string, string>> = {
  nothing: ' ',
  'half a body': `{${SALE}`,
  'one bracket too many': `{${SALE}}}`,
  'two bodies': `{${SALE}}{${SALE}}`,
  'a comma at the end': `{${SALE},}`,
  'single quotes': "{'order_no':'MARK'}",
  'keys without quotes': '{order_no:"MARK"}',
  'a comment': `{/* MARK */${SALE}}`,
  'a text of several lines': '{"order_no":"MARK\n"}',
  'a number with a plus': '{"amount":+12}',
  'a number with leading zeros': '{"amount":012}',
  'a hexadecimal number': '{"amount":0x10}',
  'no number': '{"amount":NaN}',
  'an endless number': '{"amount":Infinity}',
  'a list': `[{${SALE}}]`,
  'an empty list': '[]',
  'ten thousand sales': `[${Array.from({ length: 10_000 }, () => '{}').join(',')}]`,
  'a text': '"MARK"',
  'a text with JSON in it': JSON.stringify(`{${SALE}}`),
  'a number': '12.340',
  'a truth': 'true',
  nil: 'null',
  'a form that is said to be JSON': 'type=payment_request&amount=1&order_no=MARK',
  XML: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;MARK</x>',
  YAML: 'order_no: MARK\namount: 1\n',
  'a script': '<script>alert("MARK")</script>',
  'a NUL before it': `\0{${SALE}}`,
  'a NUL behind it': `{${SALE}}\0`,

  'an amount twice': `{${SALE},"amount":"99999.000"}`,
  'an amount twice, once in disguise': `{${SALE},"am\\u006funt":"99999.000"}`,
  'a currency twice': `{"currency_code":"USD",${SALE}}`,
  'the same value twice': `{${SALE},"order_no":"MARK"}`,
  'an unknown key twice': `{${SALE},"x":1,"x":2}`,
  'an empty key twice': `{${SALE},"":1,"":2}`,
  'a key twice inside': `{${SALE},"extra":{"a":1,"a":2}}`,
  'a key twice inside of a list': `{${SALE},"extra":{"list":[1,{"a":1,"b":[],"a":2}]}}`,
  'a key twice after a text with quotes': `{${SALE},"x":"\\\\\\"","y":1,"y":2}`,
  'an address twice': `{${SALE},"billing_address":{"line1":"MARK","line1":"x","city":"c","country":"KW"}}`,

  'the prototype': `{${SALE},"__proto__":{"type":"e_commerce","polluted":"MARK"}}`,
  'the prototype in disguise': `{${SALE},"__pr\\u006fto__":{"polluted":"MARK"}}`,
  'the prototype inside': `{${SALE},"extra":{"a":{"__proto__":{"polluted":"MARK"}}}}`,
  'the prototype inside of a list': `{${SALE},"extra":{"a":[{"__proto__":null}]}}`,
  'the prototype of an address': `{${SALE},"billing_address":{"__proto__":{"line1":"MARK","city":"c","country":"KW"}}}`,

  'many lists inside of each other': `{${SALE},"x":${deep(100, ['[', ']'])}}`,
  'a hundred thousand lists inside of each other': `{${SALE},"x":${deep(100_000, ['[', ']'])}}`,
  'many objects inside of each other': `{${SALE},"x":${deep(100, ['{"a":', '}'])}}`,
  'a hundred thousand objects inside of each other': `{${SALE},"x":${deep(100_000, ['{"a":', '}'])}}`,
  'deep lists alone': deep(200_000, ['[', ']']),
  'deep lists that never end': '['.repeat(200_000),
  'a deep free object': `{${SALE},"extra":${deep(31, ['{"a":', '}'])}}`,

  'more than a megabyte': `{${SALE},"x":"${'x'.repeat(1_000_000)}"}`,
  'more than a megabyte of blanks': `{${' '.repeat(1_000_000)}${SALE}}`,
  'a key of a megabyte': `{${SALE},"${'k'.repeat(1_000_000)}":1}`,

  'a card number': `{${SALE},"card_number":"MARK"}`,
  'a CVV inside': `{${SALE},"extra":{"cvv":"MARK"}}`,
  'a card number, deep': `{${SALE},"x":${'{"a":'.repeat(28)}{"card-number":"MARK"}${'}'.repeat(28)}}`,
};
