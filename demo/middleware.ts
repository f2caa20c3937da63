import type { Middleware } from 'koa';
import type { Env } from './env.ts';
import { formOrigins } from './form-origins.ts';
import { problemPage } from './pages/problem.tsx';
import { Stop } from './stop.ts';
import { languageOf, WORDS } from './words.ts';

type Log = (line: Readonly<Record<string, unknown>>) => void;

/** One line a request. Neither query nor body: they may name people. */
export function logRequests(log: Log): Middleware {
  return async (ctx, next) => {
    const began = performance.now();
    try {
      await next();
    } finally {
      const ms = Math.round(performance.now() - began);
      log({
        time: new Date().toISOString(),
        method: ctx.method,
        path: ctx.path,
        status: ctx.status,
        ms,
      });
    }
  };
}

/** No script, no frame, nothing from elsewhere. */
export function securityHeaders(env: Env): Middleware {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${formOrigins(env).join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return async (ctx, next) => {
    ctx.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    await next();
  };
}

/** What nobody expected becomes a page in the visitor's language; only the log gets the details. */
export function errorPages(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw new Stop(404);
    } catch (error) {
      const status = error instanceof Stop ? error.status : 500;
      if (status >= 500) log({ time: new Date().toISOString(), error: String(error) });
      const language = languageOf(ctx.query['lang']);
      const words = WORDS[language];
      ctx.status = status;
      ctx.type = 'html';
      ctx.body =
        status === 404
          ? problemPage(language, { title: words.notFound, text: words.notFoundText })
          : status >= 500
            ? problemPage(language, { title: words.failed, text: words.failedText })
            : problemPage(language, { title: words.badRequest, text: words.badRequestText });
    }
  };
}
