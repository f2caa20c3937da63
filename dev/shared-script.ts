import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { OLDEST } from './web-sdk.ts';

/**
 * The module that has in it, as text, what our page's script has in common with the web SDK: its modules, without their types and
 * as one. Nothing else is done to them, so that what runs in our page can be read (docs/decisions/0022-one-small-script.md).
 */
export async function sharedScriptModule(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../clients/web/src/shared.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    charset: 'utf8',
    target: OLDEST.script,
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join('');
  const script = text
    .replace(/export \{[^}]*\};\n$/, '')
    .replaceAll(/^\/\/ .*\n/gm, '')
    .replaceAll(/[\\`]|\$\{/g, '\\$&');
  return `/** Generated from clients/web/src/shared.ts. Do not edit: change that, then run \`npm run generate\`. */\nexport const shared: string = \`\n${script}\`;\n`;
}
