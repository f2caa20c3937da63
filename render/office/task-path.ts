import type { TaskSubject } from '../../domain/tasks/task.ts';

/** The page of what a task is about. Endpoints and keys have none here. */
export function taskPath({ type, id }: TaskSubject): string | undefined {
  switch (type) {
    case 'payment':
      return `/office/payments/${encodeURIComponent(id)}`;
    case 'request':
      return `/office/approvals/${encodeURIComponent(id)}`;
    default:
      return undefined;
  }
}
