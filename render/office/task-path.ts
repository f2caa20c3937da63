import type { TaskSubject } from '../../domain/tasks/task.ts';

/** The page of what a task is about. The others have none here. */
export function taskPath({ type, id }: TaskSubject): string | undefined {
  switch (type) {
    case 'payment':
      return `/office/payments/${encodeURIComponent(id)}`;
    case 'request':
      return `/office/approvals/${encodeURIComponent(id)}`;
    case 'bulk':
      return `/office/bulk/${encodeURIComponent(id)}`;
    default:
      return undefined;
  }
}
