import { DefaultLogger, type LogLevel } from '@temporalio/worker';
import { pino } from 'pino';

/** Temporal's log lines as structured JSON on standard output. */
export function workerLogger(level: string): DefaultLogger {
  const out = pino({ level, base: { program: 'worker' } });
  return new DefaultLogger(THRESHOLDS[level] ?? 'INFO', ({ level: severity, message, meta }) => {
    const { timestampNanos: _timestamp, ...fields } = meta ?? {};
    out[LEVELS[severity]](fields, message);
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
