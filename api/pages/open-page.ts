import { bodyParser } from '@koa/bodyparser';
import { ANYBODY } from '../route.ts';

/** A page, picture or file that whoever knows its address may see. */
export const openPage = { who: ANYBODY, page: true, limit: 'pages' } as const;

const form = bodyParser({ enableTypes: ['form'], formLimit: '16kb' });

/** Where such a page sends its form. */
export const openForm = { ...openPage, within: () => [form] } as const;
