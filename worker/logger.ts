import { DefaultLogger, type LogLevel } from '@temporalio/worker';
import type { Logger } from 'pino';

/** Temporal's log lines as structured JSON, beside our own. */
export function temporalLogger(logger: Logger): DefaultLogger {
  const threshold = THRESHOLDS[logger.level] ?? 'INFO';
  return new DefaultLogger(threshold, ({ level, message, meta }) => {
    const { timestampNanos: _timestamp, ...fields } = meta ?? {};
    logger[LEVELS[level]](fields, message);
  });
}

const LEVELS = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
} as const;
const THRESHOLDS: Readonly<Record<string, LogLevel>> = {
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
  silent: 'ERROR',
};
