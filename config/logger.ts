import { pino, type DestinationStream, type Logger } from 'pino';

export interface LoggerOptions {
  readonly program: string;
  readonly level: string;
  /** What every line gets that is written inside of a request. */
  readonly context?: () => object;
}

/**
 * One JSON line an event on standard output. Of an error only its name, code, message and stack are written: what
 * libraries hang on their errors besides may hold settings with secrets, or somebody's name.
 */
export function loggerOf(
  { program, level, context }: LoggerOptions,
  out: DestinationStream = pino.destination({ dest: 1, sync: true }),
): Logger {
  const options = {
    level,
    base: { program },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFields, error: errorFields },
    ...(context && { mixin: context }),
  };
  return pino(options, out);
}

interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: ErrorFields | string;
}

/** A cause deeper than this says nothing new. */
const CAUSES = 5;

function errorFields(error: unknown, depth = 0): ErrorFields | string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const code = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined &&
      depth < CAUSES && { cause: errorFields(error.cause, depth + 1) }),
  };
}
