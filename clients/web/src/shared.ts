/** What the script of our own payment page has in common with the web SDK (dev/shared-script.ts). */
export { browserFacts } from './browser-facts.ts';
export { endingAfter } from './ending-after.ts';
export { networkFrame } from './network-frame.ts';
export { answerApple, canPayBy } from './own-sheet.ts';
