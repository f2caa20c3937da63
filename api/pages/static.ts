import { ANYBODY, undescribedRoute } from '../route.ts';
import { methodIcons } from '../../render/icons.ts';
import { script, scriptHash } from '../../render/pages/script.ts';
import { accentStyles } from '../../render/pages/styles/accent.ts';
import { stylesheet, stylesheetHash } from '../../render/pages/stylesheet.ts';
import { colour, type Colour } from '../../domain/theme.ts';
import { checkoutScriptRoute } from './checkout-script.ts';

const ICONS: ReadonlyMap<string, string> = new Map(
  Object.entries(methodIcons).map(([kind, svg]) => [`${kind}.svg`, svg]),
);

/** The name changes with the content, so that browsers may keep it for ever. */
const STYLESHEET_PATH = `/static/checkout.${stylesheetHash}.css`;
export const SCRIPT_PATH = `/static/checkout.${scriptHash}.js`;

/** The stylesheet in the colours of a merchant, so that no page needs a style of its own. */
export function stylesheetPath(accent: Colour | undefined): string {
  return accent === undefined ? STYLESHEET_PATH : `${STYLESHEET_PATH}?accent=${accent.slice(1)}`;
}

/** What pages need beside themselves: one stylesheet, one script, the icons of methods; and the script of merchants' own pages. */
export const staticRoutes = [
  checkoutScriptRoute,
  undescribedRoute('pages.stylesheet', {
    method: 'GET',
    path: STYLESHEET_PATH,
    who: ANYBODY,
    handle: () => (ctx) => {
      ctx.type = 'text/css';
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      const accent = colour(`#${String(ctx.query['accent'])}`);
      ctx.body = accent === undefined ? stylesheet : stylesheet + accentStyles(accent);
    },
  }),
  undescribedRoute('pages.script', {
    method: 'GET',
    path: SCRIPT_PATH,
    who: ANYBODY,
    handle: () => (ctx) => {
      ctx.type = 'text/javascript; charset=utf-8';
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      ctx.body = script;
    },
  }),
  undescribedRoute('pages.icon', {
    method: 'GET',
    path: '/static/methods/:icon',
    who: ANYBODY,
    handle: () => (ctx) => {
      const svg = ICONS.get(ctx.params.icon);
      if (svg === undefined) return;
      ctx.type = 'image/svg+xml';
      ctx.set('Cache-Control', 'public, max-age=86400');
      ctx.body = svg;
    },
  }),
  // Browsers ask for it by themselves; the pages have no icon of their own.
  undescribedRoute('pages.favicon', {
    method: 'GET',
    path: '/favicon.ico',
    who: ANYBODY,
    handle: () => (ctx) => {
      ctx.status = 204;
    },
  }),
  undescribedRoute('pages.robots', {
    method: 'GET',
    path: '/robots.txt',
    who: ANYBODY,
    handle: () => (ctx) => {
      ctx.type = 'text/plain';
      ctx.body = 'User-agent: *\nDisallow: /\n';
    },
  }),
];
