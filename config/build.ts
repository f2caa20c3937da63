import { readFileSync } from 'node:fs';

/** Which sources this process runs. */
export interface BuildInfo {
  readonly version: string;
  /** The commit of a release that was built where Git could say it. */
  readonly commit?: string;
}

/** What `npm run build` wrote beside a release; for sources, what package.json says. */
export function buildInfo(): BuildInfo {
  const { version, commit } = read('../build.json') ?? read('../package.json') ?? {};
  return {
    version: version ?? 'unknown',
    ...(commit !== undefined && { commit }),
  };
}

function read(name: string): Partial<BuildInfo> | undefined {
  try {
    return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
  } catch {
    return undefined;
  }
}
