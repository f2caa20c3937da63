import type Router from '@koa/router';
import { doorOf, recordOf } from './doors.ts';
import { changes } from './route.ts';
import { ROUTE_NAMES, ROUTES, type RouteName } from './table.ts';

/**
 * Default deny: throws at start-up when a route is not in the table, does not stand behind the door of its row, or changes
 * something of which the audit log would not hear. Gives the names of the rows that the routers serve.
 */
export function guard(routers: readonly Pick<Router, 'stack'>[]): ReadonlySet<RouteName> {
  const served = new Set<RouteName>();
  for (const { stack } of routers)
    for (const { methods, path, stack: steps } of stack) {
      // The router answers HEAD wherever it answers GET.
      for (const method of methods.filter((one) => one !== 'HEAD')) {
        const name = rowOf(method, String(path));
        if (!name)
          throw new Error(
            `${method} ${path} is not in api/access/table.ts: say there who may use it.`,
          );
        const [door] = steps.flatMap((step) => doorOf(step) ?? []);
        const isOpen = ROUTES[name].schemes.length === 0;
        if (isOpen ? door !== undefined : door !== name)
          throw new Error(
            `${method} ${path} stands behind ${door ?? 'no door'}; its row in api/access/table.ts is ${name}.`,
          );
        const record = steps.flatMap((step) => recordOf(step) ?? [])[0];
        if (record !== (changes(ROUTES[name]) ? name : undefined))
          throw new Error(
            `${method} ${path} is ${record ? `recorded as ${record}` : 'not recorded'}; its row in api/access/table.ts is ${name}.`,
          );
        served.add(name);
      }
    }
  return served;
}

function rowOf(method: string, path: string): RouteName | undefined {
  return ROUTE_NAMES.find((name) => {
    const row = ROUTES[name];
    return row.method === method && matches(row.path, path);
  });
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}
