import { Tokenizer, type Token } from 'parse5';
import {
  IN_BRACES,
  fill,
  type Placeholder,
  type Values,
} from '../../domain/notification/template.ts';
import { cutText } from '../../domain/cut-text.ts';

/** What a mail can show and cannot act. What is not here has contents that are no HTML, or runs, sends or fetches. */
const ELEMENTS: ReadonlySet<string> = new Set(
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div
   dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp
   section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(
    /\s+/,
  ),
);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  `abbr align alt background bgcolor border cellpadding cellspacing class clear color cols colspan datetime dir face
   headers height href hspace id lang name nowrap rel role rowspan rules scope size span src start style summary target
   title type valign value vspace width`.split(/\s+/),
);
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'background']);
const SCHEMES: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:', 'sms:']);

/** The placeholders that are addresses of ours or of the operator's settings: only they may begin one. */
const OURS: readonly Placeholder[] = [
  'merchant_logo_url',
  'checkout_url',
  'checkout_short_url',
  'qr_code_url',
  'receipt_url',
  'receipt_short_url',
  'invoice_pdf_url',
  'attachment_short_url',
  'terms_url',
];
const BEGINS_WITH_OURS = new RegExp(`^\\s*(\\{\\{\\s*(?:${OURS.join('|')})\\s*\\}\\})`);
/** Where an address goes is said before its first placeholder. */
const SAYS_WHERE = /^\s*(?:https?:\/\/[^\s/?#{}\\]+[/?#]|(?:mailto|tel|sms):)/i;

/**
 * Every reason why HTML is no part of a mail of ours, or why a value could become more than text in it: placeholders stand
 * in text, in quoted attributes, and in addresses behind the place to which they lead.
 */
export function htmlFaults(html: string): readonly string[] {
  const { pieces, isWhole, hasComment } = piecesOf(html);
  if (hasComment) return ['Comments and declarations have no place here.'];
  if (!isWhole) return ['A tag or a quote is not closed.'];
  if (/<\/?\s*\{\{/.test(html)) return ['A placeholder cannot be the name of a tag.'];
  return [...new Set(pieces.flatMap((piece) => faultsOf(piece, html)))].slice(0, MOST_TOLD);
}

const MOST_TOLD = 10;

/**
 * The HTML with its values, each escaped by where it stands. Undefined for what has a fault: one that was kept when less was
 * looked at is not sent.
 */
export function fillHtml(html: string, values: Values): string | undefined {
  if (htmlFaults(html).length > 0) return undefined;
  return piecesOf(html)
    .pieces.map((piece) => {
      if (typeof piece === 'string') return escaped(fill(piece, values));
      const { tagName, attrs } = piece.tag;
      if (piece.ends) return `</${tagName}>`;
      const said = attrs.map(
        ({ name, value }) => ` ${name}="${escaped(filled(name, value, values))}"`,
      );
      return `<${tagName}${said.join('')}>`;
    })
    .join('');
}

/** A text, with its entities read, or a tag. */
type Piece = string | { readonly tag: Token.TagToken; readonly ends: boolean };

/** Tags alone are read, not what is inside of what: no HTML that somebody thinks of takes longer than its length. */
function piecesOf(html: string) {
  const pieces: Piece[] = [];
  let isWhole = true;
  let hasComment = false;
  const say = ({ chars }: { readonly chars: string }): void => {
    const last = pieces.at(-1);
    if (typeof last === 'string') pieces[pieces.length - 1] = last + chars;
    else pieces.push(chars);
  };
  const comment = (): void => void (hasComment = true);
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (tag) => pieces.push({ tag, ends: false }),
      onEndTag: (tag) => pieces.push({ tag, ends: true }),
      onCharacter: say,
      onWhitespaceCharacter: say,
      onNullCharacter: () => undefined,
      onComment: comment,
      onDoctype: comment,
      onEof: () => undefined,
      onParseError: ({ code }) => {
        if (code.startsWith('eof-')) isWhole = false;
      },
    },
  );
  tokenizer.write(html, true);
  return { pieces, isWhole, hasComment };
}

function faultsOf(piece: Piece, html: string): readonly string[] {
  if (typeof piece === 'string') return [];
  const { tagName, attrs, location } = piece.tag;
  if (!ELEMENTS.has(tagName)) return [`<${shown(tagName)}> has no place in a mail.`];
  return attrs.flatMap(({ name, value }) => {
    const end = location?.attrs?.[name]?.endOffset ?? 0;
    return faultsOfAttribute(name, value, '"\''.includes(html[end - 1] ?? ''));
  });
}

function faultsOfAttribute(name: string, value: string, isQuoted: boolean): readonly string[] {
  if (name.includes('{') || name.includes('}'))
    return ['In a tag, a placeholder must stand in an attribute with quotes around it.'];
  if (!ATTRIBUTES.has(name) && !/^(?:aria|data)-[a-z\d-]+$/.test(name))
    return [`The attribute ${shown(name)} has no place in a mail.`];
  const hasPlaceholder = value.includes('{{');
  if (hasPlaceholder && !isQuoted)
    return ['In a tag, a placeholder must stand in an attribute with quotes around it.'];
  if (name === 'style') return faultsOfStyle(value);
  if (!ADDRESSES.has(name)) return [];
  if (hasPlaceholder && !BEGINS_WITH_OURS.test(value) && !SAYS_WHERE.test(value))
    return [
      'An address begins with https:// and a host, or is one of ours such as {{checkout_url}}; other placeholders stand behind that.',
    ];
  return hasPlaceholder || SCHEMES.has(schemeOf(value)) ? [] : [RUNS];
}

const RUNS = 'Addresses that run scripts have no place in a mail.';

function faultsOfStyle(value: string): readonly string[] {
  if (value.includes('{{')) return ['A placeholder cannot stand in a style.'];
  return /(?:javascript|vbscript|data)\s*:|expression\s*\(/i.test(value) ? [RUNS] : [];
}

/** As programs read an address: blanks inside of it do not count, and one without a scheme is of the web. */
function schemeOf(value: string): string {
  const base = 'https://mail.invalid/';
  return URL.canParse(value, base) ? new URL(value, base).protocol : '';
}

function filled(name: string, value: string, values: Values): string {
  if (!ADDRESSES.has(name) || !value.includes('{{')) return fill(value, values);
  const [whole, ours] = BEGINS_WITH_OURS.exec(value) ?? ['', ''];
  const start = fill(ours ?? '', values);
  // A program that sends a message can name what stands in the place of our address.
  if (whole !== '' && !/^https?:\/\//i.test(start)) return '';
  return (
    start + value.slice(whole.length).replace(IN_BRACES, (one) => partOfAddress(fill(one, values)))
  );
}

/** Nothing in the value parts an address any further; a mail address and a telephone number stay what they are. */
function partOfAddress(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString())
    .replaceAll('%40', '@')
    .replaceAll('%2B', '+');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (letter) => ENTITIES[letter] ?? letter);
}

function shown(name: string): string {
  return cutText(name, 40);
}
