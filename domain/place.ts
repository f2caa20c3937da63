import { inLatin } from './digits.ts';
import type { Place } from './transaction/transaction.ts';

/**
 * Reads a place as people copy it: "29.3759, 47.9774", or a link of a map that has such a pair in it. Latitude comes
 * first. Undefined when there is no pair, or none on earth.
 */
export function readPlace(text: string): Place | undefined {
  const plain = inLatin(text.trim());
  const match = /^https?:/i.test(plain) ? IN_LINK.exec(decoded(plain)) : ALONE.exec(plain);
  if (match === null) return undefined;
  const [latitude = NaN, longitude = NaN] = match.slice(1).map(Number);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude: rounded(latitude), longitude: rounded(longitude) } : undefined;
}

const ALONE = /^\(?(-?\d{1,2}(?:\.\d{1,15})?)[,;\s]\s*(-?\d{1,3}(?:\.\d{1,15})?)\)?$/;
/** After `@`, `=`, `/` or `:`, and with decimals: whole numbers in a link are zoom, width and the like. */
const IN_LINK = /[@=/:](-?\d{1,2}\.\d{1,15})[,/]\s*(-?\d{1,3}\.\d{1,15})(?![\d.])/;

/** Six decimals are eleven centimetres; more are the map's own noise. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}
