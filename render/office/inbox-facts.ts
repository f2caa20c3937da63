import type { TaskAct } from '../../domain/tasks/mark.ts';
import type { Severity, TaskKind, TaskSubject } from '../../domain/tasks/task.ts';
import type { Amount, HiddenField } from '../pages/facts.ts';
import type { OfficeFrame } from './frame-facts.ts';
import type { FormFacts } from './form.tsx';
import type { SeveralOutcome } from './several-facts.ts';

/** Of these kinds several can be called done at once, with one note. */
export const SEVERAL_KINDS = [
  'webhook.disabled',
  'stuck',
  'webhook.failing',
] as const satisfies readonly TaskKind[];

/** One thing to do. */
export interface TaskFacts {
  readonly id: string;
  readonly subject: TaskSubject['type'];
  /** Where there is a page of it for this person. */
  readonly href?: string;
  /** Where a program reads it. */
  readonly apiPath?: string;
  readonly orderNo?: string;
  readonly referenceNumber?: string;
  readonly amount?: Amount;
  readonly since: string;
  readonly until?: string;
  readonly detail?: string;
  /** What the operator types, where nothing here sees to it. */
  readonly commands?: readonly string[];
  /** Who has it, or has done it. */
  readonly mark?: {
    readonly by: string;
    readonly isMe: boolean;
    readonly isDone: boolean;
    readonly at: string;
    readonly note?: string;
  };
  readonly does: readonly TaskAct[];
}

export interface TaskGroup {
  readonly kind: TaskKind;
  readonly severity: Severity;
  readonly tasks: readonly TaskFacts[];
}

/** Several tasks before they are called done, or after. */
export interface SeveralTasksFacts extends OfficeFrame {
  readonly rows: readonly (TaskFacts & {
    readonly kind: TaskKind;
    readonly outcome?: SeveralOutcome;
  })[];
  /** So many were named and are not to be found. */
  readonly missing: number;
  /** More were named than can be asked for at once. */
  readonly isTooMany?: boolean;
  /** What was done, once that is said. */
  readonly note: string;
  /** The inbox as they left it. */
  readonly backUrl: string;
  readonly back: string;
  readonly form: FormFacts;
  /** It was pressed. */
  readonly isTold: boolean;
}

/** What waits for somebody, the worst kind first. */
export interface InboxFacts extends OfficeFrame {
  readonly groups: readonly TaskGroup[];
  readonly asked: {
    readonly kind?: string;
    readonly isMine: boolean;
    readonly isHandled: boolean;
  };
  /** Open ones of every kind that there are, by kind. */
  readonly counts: Readonly<Partial<Record<TaskKind, number>>>;
  readonly lookedAt: string;
  readonly nextUrl?: string;
  readonly firstUrl?: string;
  readonly form: FormFacts;
  /** The filters, so that they are there afterwards. */
  readonly hidden: readonly HiddenField[];
  /** Why nothing was changed, in the API's words; with its code, where it is about no field. */
  readonly faults: readonly { readonly sentence: string; readonly code?: string }[];
}
