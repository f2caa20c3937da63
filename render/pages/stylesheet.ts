import { createHash } from 'node:crypto';
import { accentStyles } from './styles/accent.ts';
import { base } from './styles/base.ts';
import { checkout } from './styles/checkout.ts';
import { choice } from './styles/choice.ts';
import { controls } from './styles/controls.ts';
import { invoiceStyles } from './styles/invoice.ts';
import { frame } from './styles/frame.ts';
import { modes } from './styles/modes.ts';
import { status } from './styles/status.ts';
import { tokenStyles } from './styles/tokens.ts';

/** A colour that is changed by day and by night until it can be read. */
const SAMPLE = '#808080';

/** The one stylesheet of all pages. It lives in modules, so that compiled code finds it too. */
export const stylesheet: string = [
  tokenStyles,
  base,
  frame,
  controls,
  checkout,
  choice,
  invoiceStyles,
  status,
  modes,
].join('\n');

/**
 * Changes with the content, for an address that browsers may keep for ever; also with what is made of a merchant's colour, because
 * that is sent under the same name.
 */
export const stylesheetHash: string = createHash('sha256')
  .update(stylesheet + accentStyles(SAMPLE))
  .digest('hex')
  .slice(0, 16);
