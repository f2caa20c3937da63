import type { Router } from '@koa/router';
import { formFields } from '../body.ts';
import { settingsPage } from '../pages/settings.tsx';
import type { Shop } from '../shop.ts';
import { Stop } from '../stop.ts';
import { languageOf } from '../words.ts';

/** Lets a tester choose the answer to webhooks. Only a demonstration has this. */
export function settings(router: Router, { answer }: Shop): void {
  router.get('/settings', (ctx) => {
    ctx.type = 'html';
    ctx.body = settingsPage(languageOf(ctx.query['lang']), answer.get());
  });

  router.post('/settings', async (ctx) => {
    const field = await formFields(ctx);
    if (!answer.set(field('answer'))) throw new Stop(400);
    ctx.status = 303;
    ctx.redirect(`/settings?lang=${languageOf(field('lang'))}`);
  });
}
