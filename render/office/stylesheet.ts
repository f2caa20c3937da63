import { createHash } from 'node:crypto';
import { base } from '../pages/styles/base.ts';
import { controls } from '../pages/styles/controls.ts';
import { frame } from '../pages/styles/frame.ts';
import { modes } from '../pages/styles/modes.ts';
import { tokenStyles } from '../pages/styles/tokens.ts';
import { accountStyles } from './styles/account.ts';
import { bulkStyles } from './styles/bulk.ts';
import { detailStyles } from './styles/detail.ts';
import { listStyles } from './styles/lists.ts';
import { loggedOutStyles } from './styles/logged-out.ts';
import { shellStyles } from './styles/shell.ts';
import { workStyles } from './styles/work.ts';

/** The one stylesheet of the office. What it shares with payers' pages has one source. */
export const officeStylesheet: string = [
  tokenStyles,
  base,
  frame,
  controls,
  loggedOutStyles,
  shellStyles,
  listStyles,
  detailStyles,
  workStyles,
  bulkStyles,
  accountStyles,
  modes,
].join('\n');

/** Changes with the content, for an address that browsers may keep for ever. */
export const officeStylesheetHash: string = createHash('sha256')
  .update(officeStylesheet)
  .digest('hex')
  .slice(0, 16);
