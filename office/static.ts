import { gzipSync } from 'node:zlib';
import { ANYBODY, undescribedRoute } from '../api/route.ts';
import { officeStylesheet, officeStylesheetHash } from '../render/office/stylesheet.ts';
import { takesPacked } from './headers.ts';

/** The name changes with the content, so that browsers may keep it for ever. */
export const OFFICE_STYLESHEET = `/static/office.${officeStylesheetHash}.css`;

const PACKED = gzipSync(officeStylesheet, { level: 9 });

/** What the pages of the office need beside themselves. */
export const officeStaticRoutes = [
  undescribedRoute('office.stylesheet', {
    method: 'GET',
    path: OFFICE_STYLESHEET,
    who: ANYBODY,
    handle: () => (ctx) => {
      ctx.type = 'text/css';
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      const isPacked = takesPacked(ctx);
      if (isPacked) ctx.set('Content-Encoding', 'gzip');
      ctx.body = isPacked ? PACKED : officeStylesheet;
    },
  }),
];
