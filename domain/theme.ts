import { links } from './links.ts';

/** A colour as it is written in settings and styles: `#rrggbb`, in small letters. */
export type Colour = `#${string}`;

/** What is made of an accent so that everybody can read it: text on its ground is at least 4.5 to 1 (WCAG 2.2, AA). */
export interface Palette {
  /** For pages by day, mails and paper: on white, with white on it. */
  readonly light: Shades;
  /** For pages by night. */
  readonly dark: Shades;
}

export interface Shades {
  readonly brand: Colour;
  readonly hover: Colour;
  readonly onBrand: Colour;
  readonly soft: Colour;
  readonly panel: Colour;
  readonly onPanel: Colour;
  readonly onPanelMuted: Colour;
  readonly panelLine: Colour;
}

/** What a mail shows of the merchant besides the name. */
export interface MailBrand {
  /** The accent as it is readable on white. */
  readonly accent?: Colour;
  readonly logoUrl?: string;
}

/** How mails and papers of a merchant look; what it has not named is as it always is. */
export function brandOf(
  { accent, logo }: { readonly accent?: Colour; readonly logo?: string },
  publicUrl: string,
): MailBrand {
  return {
    ...(accent !== undefined && { accent: paletteOf(accent).light.brand }),
    ...(logo !== undefined && { logoUrl: links(publicUrl).logo(logo) }),
  };
}

/** Reads a colour, `#` and six hexadecimal digits; undefined where it is anything else, such as a name or a function of CSS. */
export function colour(text: string): Colour | undefined {
  const [, digits] = /^#([0-9a-f]{6})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
}

/** The shades of an accent: itself where it is readable, else as little darker (by night lighter) as it has to be. */
export function paletteOf(accent: Colour): Palette {
  return { light: shadesOf(accent, DAY), dark: shadesOf(accent, NIGHT) };
}

/** WCAG 2.2, contrast ratio. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

interface Mode {
  /** Grounds on which the accent is text. */
  readonly grounds: readonly Colour[];
  /** Where it goes until it can be read. */
  readonly towards: Colour;
  readonly onBrand: Colour;
  /** How much of the accent the softest ground has. */
  readonly softness: number;
  readonly panelDepth: number;
}

const WHITE: Colour = '#ffffff';
const BLACK: Colour = '#000000';
/** The grounds of `render/pages/styles/tokens.ts`, `--surface` and `--paper`. */
const DAY: Mode = {
  grounds: [WHITE, '#eef2f1'],
  towards: BLACK,
  onBrand: WHITE,
  softness: 0.08,
  panelDepth: 0,
};
const NIGHT: Mode = {
  grounds: ['#151e1c', '#0c1312'],
  towards: WHITE,
  onBrand: '#0b1211',
  softness: 0.1,
  panelDepth: 0.3,
};

const READABLE = 4.5;

function shadesOf(
  accent: Colour,
  { grounds, towards, onBrand, softness, panelDepth }: Mode,
): Shades {
  const [surface = WHITE] = grounds;
  const soft = mix(surface, accent, softness);
  const isRead = (one: Colour) =>
    [...grounds, soft, onBrand].every((ground) => contrast(one, ground) >= READABLE);
  const brand = moved(accent, towards, isRead);
  // White stands on the panel by day and by night.
  const deep = moved(accent, BLACK, (one) => contrast(mutedOn(one), one) >= READABLE);
  const panel = mix(deep, BLACK, panelDepth);
  return {
    brand,
    hover: mix(brand, towards, 0.22),
    onBrand,
    soft,
    panel,
    onPanel: WHITE,
    onPanelMuted: mutedOn(panel),
    panelLine: mix(panel, WHITE, 0.2),
  };
}

function mutedOn(panel: Colour): Colour {
  return mix(panel, WHITE, 0.8);
}

/** The first of these colours, on the way to another one, that is as it has to be; the other one at the end. */
function moved(from: Colour, to: Colour, isRight: (one: Colour) => boolean): Colour {
  const STEPS = 50;
  for (let step = 0; step < STEPS; step += 1) {
    const one = mix(from, to, step / STEPS);
    if (isRight(one)) return one;
  }
  return to;
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const parts = partsOf(other);
  const mixed = partsOf(one).map((part, at) =>
    Math.round(part + ((parts[at] ?? part) - part) * share),
  );
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(one: Colour): number {
  const [red = 0, green = 0, blue = 0] = partsOf(one).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function partsOf(one: Colour): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(one.slice(at, at + 2), 16));
}
