import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Logger } from 'pino';
import { documentRefused } from '../activities/failures.ts';
import { refusedDocument } from '../store/refused.ts';
import type { MoneyCounters } from './metrics.ts';

/** From this try on it is told of: what crosses another write passes before. */
const TOLD_FROM = 3;

/**
 * Names what the database refuses and always will (store/refused.ts), where Temporal would try it in silence for ever: in
 * the failure that the Temporal UI shows, and from the third try on in the log and in a counter. From then on a minute
 * passes between tries, where the patience of the activity is that long.
 */
export function tellOfRefusedDocuments(
  { documentRefused: count }: Pick<MoneyCounters, 'documentRefused'>,
  logger: Pick<Logger, 'error'>,
): ActivityInterceptorsFactory {
  return ({ info }) => {
    const { activityType, attempt, workflowExecution } = info;
    return {
      inbound: {
        execute: async (input, next) => {
          try {
            return await next(input);
          } catch (error) {
            const refused = refusedDocument(error);
            if (!refused) throw error;
            const sessionId = sessionIdIn(input.args[0]);
            const whose =
              sessionId === undefined
                ? `What ${workflowExecution?.workflowId ?? activityType} keeps`
                : `transaction ${sessionId}`;
            if (attempt < TOLD_FROM) throw documentRefused(whose, refused);
            const { fields: field, why } = refused;
            count();
            logger.error(
              {
                ...(sessionId !== undefined && { sessionId }),
                workflowId: workflowExecution?.workflowId,
                activity: activityType,
                attempt,
                field: field.join(', '),
                why,
              },
              'the database refuses a document until another worker is deployed',
            );
            throw documentRefused(whose, refused, '1 minute');
          }
        },
      },
    };
  };
}

/** Activities are called with a transaction, with what names one, or with a change that has one. */
function sessionIdIn(argument: unknown): string | undefined {
  const { transaction = argument } = asRecord(argument);
  const { sessionId } = asRecord(transaction);
  return typeof sessionId === 'string' ? sessionId : undefined;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
