/** A card whose digits are found again wherever they are. */
export interface MarkedCard {
  readonly number: string;
  readonly cvv: string;
}

/** The network's own test card, approved, with the longer kind of CVV. */
export const APPROVED: MarkedCard = { number: '378282246310005', cvv: '8763' };
/** The network's own test card that asks for a code. */
export const CHALLENGED: MarkedCard = { number: '4000000000003220', cvv: '947' };
/** Made up: it passes every check of a number, and the network does not know it. */
export const DECLINED: MarkedCard = { number: '4917610238472914', cvv: '683' };
/** Made up, for those who send a card where none belongs. */
export const MISLED: MarkedCard = { number: '5105783429160470', cvv: '592' };

/** Stands in what wallets of devices hand over, which is as secret as a card; it has no second part. */
export const HANDED_OVER: MarkedCard = { number: 'beefcafe0713feed5a1e', cvv: 'none-such' };

export const MARKED_CARDS = [APPROVED, CHALLENGED, DECLINED, MISLED] as const;

/** Every form of a card's number and CVV that these bytes hold; empty when there is none. */
export function tracesOf({ number, cvv }: MarkedCard, bytes: Buffer): readonly string[] {
  const found = Object.entries(formsOf(number)).filter(([, form]) =>
    bytes.includes(form, 0, 'latin1'),
  );
  const traces = found.map(([name]) => `${number} ${name}`);
  return holdsCvv(cvv, bytes) ? [...traces, `the CVV ${cvv}`] : traces;
}

function formsOf(number: string): Readonly<Record<string, string>> {
  const fours = number.replace(/.{4}(?=.)/g, '$& ');
  const printed = number.length === 15 ? number.replace(/^(.{4})(.{6})/, '$1 $2 ') : fours;
  return {
    plain: number,
    'in fours': fours,
    'in groups as printed': printed,
    'with dashes': printed.replaceAll(' ', '-'),
    'with the spaces of a form': printed.replaceAll(' ', '+'),
    'with the spaces of an address': printed.replaceAll(' ', '%20'),
    'in hex': Buffer.from(number).toString('hex'),
    'in packed digits': Buffer.from(number.padEnd(16, 'f'), 'hex').toString('latin1'),
    ...base64FormsOf(number),
  };
}

/** Base64 of a text depends on where in its triple of bytes it begins; what the neighbors share is cut off. */
function base64FormsOf(number: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [0, 1, 2].map((shift) => {
      const encoded = Buffer.from(' '.repeat(shift) + number).toString('base64url');
      const from = shift === 0 ? 0 : shift + 1;
      const isWhole = (shift + number.length) % 3 === 0;
      return [`in Base64, shifted by ${shift}`, encoded.slice(from, isWhole ? undefined : -1)];
    }),
  );
}

/** Three digits are everywhere by chance. They are a CVV as a value by themselves, or behind the name of one. */
function holdsCvv(cvv: string, bytes: Buffer): boolean {
  for (let at = bytes.indexOf(cvv); at >= 0; at = bytes.indexOf(cvv, at + 1)) {
    const before = bytes.toString('latin1', Math.max(0, at - 40), at);
    const after = bytes.toString('latin1', at + cvv.length, at + cvv.length + 1);
    const isValue = /["'=]$/.test(before) && /^(?:["'&\\]|$)/.test(after);
    const isNamed = /(?:cv[vc]2?|cid|csc|security.?code)[^a-z0-9]{0,16}$/i.test(before);
    if (isValue || (isNamed && !/\d/.test(after))) return true;
  }
  return false;
}
