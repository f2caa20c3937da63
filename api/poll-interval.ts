/**
 * How long until the database is looked at again for what somebody has waited for so long. Milliseconds. Most of it is
 * there within a tenth of a second or two, so the first looks are close together and the later ones spare.
 */
export function pollIntervalMs(waited: number): number {
  return waited < 500 ? 15 : 100;
}
