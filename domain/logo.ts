/** A picture that stands for a merchant or a unit, on pages and papers. */
export interface Logo {
  readonly kind: 'png' | 'jpg';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Small enough to be sent with every page, and to be set on every paper. */
export const LOGO_BYTES = 256 * 1024;
/** A picture of few bytes can be of very many pixels, all of which the typesetter would have to hold. */
const MOST_PIXELS = 2000;

/** What kind of picture it is and how large, or a sentence that says why it can be no logo. */
export function readLogo(bytes: Uint8Array): Logo | string {
  if (bytes.length > LOGO_BYTES) return `A logo has at most ${LOGO_BYTES / 1024} kB.`;
  const logo = readPng(bytes) ?? readJpeg(bytes);
  if (!logo) return 'A logo is a PNG or a JPEG picture.';
  const { width, height } = logo;
  const isFit = [width, height].every((side) => side >= 1 && side <= MOST_PIXELS);
  return isFit ? logo : `A logo is at most ${MOST_PIXELS} pixels wide and high.`;
}

/** Whether a text can be the file name of a logo: the SHA-256 of its bytes, and its kind. */
export function isLogoName(text: string): boolean {
  return /^[0-9a-f]{64}\.(?:png|jpg)$/.test(text);
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The sizes are the first thing in the first chunk, IHDR. */
function readPng(bytes: Uint8Array): Logo | undefined {
  if (bytes.length < 33 || PNG.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = viewOf(bytes);
  return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks from marker to marker up to the one that begins a frame (ITU T.81, B.2.2), which has the sizes. */
function readJpeg(bytes: Uint8Array): Logo | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== 0xff_d8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    if (bytes[at] !== 0xff) return undefined;
    if (isFrame(bytes[at + 1] ?? 0))
      return { kind: 'jpg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return undefined;
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which have numbers among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
