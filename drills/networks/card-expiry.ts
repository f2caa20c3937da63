/** The year in which the cards of tests and stand-ins expire: not a written one, which lies in the past some day. */
export const EXPIRY_YEAR = String(new Date().getUTCFullYear() + 3);

/** The same as a payer types it. */
export const EXPIRY = `12/${EXPIRY_YEAR.slice(-2)}`;
