import type { JSX } from 'preact';
import { htmlDocument } from '../html-document.ts';
import { safeLink } from '../pages/link.ts';
import type { Language } from '../../domain/language.ts';
import type { Colour, MailBrand } from '../../domain/theme.ts';

/** One fact of a mail. `isCode`: left to right in any language, such as a figure or a reference. */
export interface MailLine {
  readonly label: string;
  readonly value: string;
  readonly isCode: boolean;
  /** Where it leads. */
  readonly url?: string;
}

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** What a mail has, whoever gets it; the order is that of the paper. */
export interface MailContent {
  readonly language: Language;
  readonly title: string;
  readonly from: string;
  readonly brand?: MailBrand;
  /** Said above all else: no real money has moved. */
  readonly warning?: string;
  readonly greeting?: string;
  readonly heading?: string;
  readonly figure?: string;
  /** An empty line parts its paragraphs. */
  readonly text: string;
  /** What the document has in place of greeting, heading, figure and text: HTML that is safe already. */
  readonly fragment?: string;
  readonly lines: readonly MailLine[];
  readonly links: readonly MailLink[];
  readonly footer: readonly string[];
}

/** The letter as plain text, for readers and programs that show no HTML. */
export function asPlainText(letter: MailContent): string {
  const { from, warning, greeting, heading, figure, text, lines, links, footer } = letter;
  const paragraphs = [
    from,
    warning,
    greeting,
    [heading, figure].filter((part) => part !== undefined).join('\n'),
    text,
    lines
      .map(({ label, value, url }) => [`${label}: ${value}`, url].filter(Boolean).join('\n'))
      .join('\n'),
    links.map(({ label, url }) => `${label}:\n${url}`).join('\n\n'),
    footer.length > 0 ? `-- \n${footer.join('\n')}` : undefined,
  ];
  return `${paragraphs.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** The letter as a document. Tables and inline styles, because that is what mail programs agree on. */
export function asHtml(letter: MailContent): string {
  return htmlDocument(<Document {...letter} />);
}

/** Of who has named none. */
const ACCENT: Colour = '#14548f';
const FONT = "font-family:'Segoe UI',Tahoma,Arial,sans-serif";
const INK = 'color:#1c2430';
const QUIET = 'color:#5b6675';

function Document(letter: MailContent): JSX.Element {
  const { language, title } = letter;
  const dir = language === 'ar' ? 'rtl' : 'ltr';
  return (
    <html lang={language} dir={dir}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="format-detection" content="telephone=no, date=no, email=no, address=no" />
        <title>{title}</title>
      </head>
      <body dir={dir} style={`margin:0;padding:0;background:#f3f5f8;${FONT};${INK}`}>
        <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" dir={dir}>
          <tr>
            <td align="center" style="padding:24px 12px">
              <Sheet {...letter} />
            </td>
          </tr>
        </table>
      </body>
    </html>
  );
}

function Sheet(letter: MailContent): JSX.Element {
  const { language, from, brand = {}, warning, fragment, lines, links } = letter;
  const { accent = ACCENT } = brand;
  const logo = safeLink(brand.logoUrl);
  const [align, end] = language === 'ar' ? ['right', 'left'] : ['left', 'right'];
  const cell = `padding:0 28px;text-align:${align}`;
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      style="max-width:560px;background:#ffffff;border:1px solid #dde3ea;border-radius:10px"
    >
      <tr>
        <td style={`${cell};padding-top:22px;font-size:15px;font-weight:bold`}>
          {logo !== undefined && (
            <img
              src={logo}
              alt=""
              height="36"
              style={`height:36px;max-width:160px;vertical-align:middle;border:0;margin-${end}:10px`}
            />
          )}
          <bdi>{from}</bdi>
        </td>
      </tr>
      {warning !== undefined && (
        <tr>
          <td style={`${cell};padding-top:10px;font-size:13px;color:#8a4b00`}>{warning}</td>
        </tr>
      )}
      <tr>
        {fragment === undefined ? (
          <td style={`${cell};padding-top:18px`}>
            <Said {...letter} />
          </td>
        ) : (
          <td
            style={`${cell};padding-top:18px;font-size:15px;line-height:1.6`}
            dangerouslySetInnerHTML={{ __html: fragment }}
          />
        )}
      </tr>
      {links.length > 0 && (
        <tr>
          <td style={`${cell};padding-top:18px`}>{links.map(asButton(accent))}</td>
        </tr>
      )}
      <tr>
        <td style={`${cell};padding-top:18px;padding-bottom:22px`}>
          <Lines lines={lines} align={align} />
        </td>
      </tr>
      <Footer {...letter} cell={cell} />
    </table>
  );
}

function Said({ greeting, heading, figure, text }: MailContent): JSX.Element {
  return (
    <>
      {greeting !== undefined && <p style="margin:0 0 12px;font-size:15px">{greeting}</p>}
      {heading !== undefined && <h1 style="margin:0;font-size:20px;line-height:1.4">{heading}</h1>}
      {figure !== undefined && (
        <p style="margin:6px 0 0;font-size:26px;font-weight:bold">
          <bdi>{figure}</bdi>
        </p>
      )}
      {text.split(/\n{2,}/).map((paragraph) => (
        <p style="margin:12px 0 0;font-size:15px;line-height:1.6">{broken(paragraph)}</p>
      ))}
    </>
  );
}

function broken(paragraph: string) {
  return paragraph.split('\n').map((line, index) =>
    index === 0 ? (
      line
    ) : (
      <>
        <br />
        {line}
      </>
    ),
  );
}

const asButton =
  (accent: Colour) =>
  ({ label, url }: MailLink, index: number) => {
    const href = safeLink(url);
    if (href === undefined) return null;
    const isFirst = index === 0;
    const style = isFirst
      ? `display:inline-block;background:${accent};color:#ffffff;padding:11px 20px;border-radius:6px;font-size:15px;font-weight:bold;text-decoration:none`
      : `display:inline-block;color:${accent};padding:11px 12px;font-size:15px`;
    return (
      <a href={href} style={style}>
        {label}
      </a>
    );
  };

function Lines({
  lines,
  align,
}: {
  lines: readonly MailLine[];
  align: string;
}): JSX.Element | null {
  if (lines.length === 0) return null;
  const row = `padding:8px 0;border-top:1px solid #e8ecf1;font-size:14px;vertical-align:top;text-align:${align}`;
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0">
      {lines.map(({ label, value, isCode, url }) => (
        <tr>
          <td width="40%" style={`${row};${QUIET}`}>
            {label}
          </td>
          <td style={`${row};word-break:break-word`}>
            <Value url={safeLink(url)}>
              <bdi {...(isCode && { dir: 'ltr' as const })}>{value}</bdi>
            </Value>
          </td>
        </tr>
      ))}
    </table>
  );
}

function Value({
  url,
  children,
}: {
  readonly url: string | undefined;
  readonly children: JSX.Element;
}): JSX.Element {
  return url === undefined ? (
    children
  ) : (
    <a href={url} style={INK}>
      {children}
    </a>
  );
}

function Footer({ footer, cell }: MailContent & { readonly cell: string }): JSX.Element | null {
  if (footer.length === 0) return null;
  return (
    <tr>
      <td style={`${cell};padding-top:14px;padding-bottom:18px;border-top:1px solid #dde3ea`}>
        {footer.map((line) => (
          <p style={`margin:0 0 4px;font-size:13px;line-height:1.5;${QUIET}`}>{line}</p>
        ))}
      </td>
    </tr>
  );
}

/** The mail with a picture of one point at its end, whose being fetched says that the mail was shown. */
export function withPicture(html: string, url: string): string {
  const end = html.lastIndexOf('</body>');
  if (end < 0) return html;
  const address = url.replace(/[&"<>]/g, encodeURIComponent);
  return `${html.slice(0, end)}<img src="${address}" width="1" height="1" alt="" style="display:block;border:0">${html.slice(end)}`;
}
