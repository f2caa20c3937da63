import type { MerchantId } from '../../domain/ids.ts';
import type { Task } from '../../domain/tasks/task.ts';

/**
 * What the operator types about a task that no page and no route sees to, as their shell takes it (docs/operators.md, "The command line");
 * undefined of the others.
 */
export function operatorCommands(
  { kind, subject: { id }, detail = '', file }: Task,
  merchantId: MerchantId,
): readonly string[] | undefined {
  const of = ` --merchant ${merchantId}`;
  switch (kind) {
    case 'gateway.failing':
      return [`${ADMIN} accounts show ${id}${of}`, `${ADMIN} accounts deactivate ${id}${of}`];
    case 'gateway.expiring':
      return [`${ADMIN} accounts put${of} --code ${id} --file account.json`];
    case 'settlement':
      return (
        file && [
          // Named in its directory: a name that begins with a stroke would be an option.
          `${ADMIN} settlements import ${quoted(`./${file.name}`)}${of} --account ${file.pgCode}`,
        ]
      );
    case 'key.expiring':
      return [
        `${ADMIN} keys create${of} --name ${quoted(detail)}`,
        `${ADMIN} keys revoke ${id}${of}`,
      ];
    default:
      return undefined;
  }
}

const ADMIN = 'npm run admin --';

/** One word of a POSIX shell, whatever stands in it: files and keys are named by others. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
