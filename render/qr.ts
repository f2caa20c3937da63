import { toBuffer, toString } from 'qrcode';

/** Readable from a screen half a metre away, and with a tenth of it covered. The quiet zone is the standard's. */
const OPTIONS = { errorCorrectionLevel: 'M', margin: 4 } as const;

/** A QR code as an SVG document, black on white whatever is around it. */
export function qrSvg(text: string): Promise<string> {
  return toString(text, { ...OPTIONS, type: 'svg' });
}

/** The same as a PNG of about 500 pixels, sharp enough for print. */
export function qrPng(text: string): Promise<Buffer> {
  return toBuffer(text, { ...OPTIONS, type: 'png', scale: 10 });
}
