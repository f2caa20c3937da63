import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { currencyWord } from '../../../render/figures.ts';
import { FORMS_OF_PAYMENT } from '../../../clients/web/src/types.ts';
import { PAGES, packageFile } from './support/app.ts';

const CORE = 'Sources/CheckoutCore';
const read = (name: string) => readFileSync(packageFile(name), 'utf8');
const named = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** What can be said of the package without a Swift compiler; its own tests are run by `npm run test:ios`. */
describe('the package of the iOS library', () => {
  const readme = read('README.md');

  /** The first column of the table below a heading, where it is a name in code. */
  function tableBelow(heading: string): readonly string[] {
    const section = readme.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
    return named(section, /^\| `(\w+)` \|/gm);
  }

  it('has the fields of the theme that its README tells of', () => {
    const theme = read(`${CORE}/CheckoutTheme.swift`);
    const [, body = ''] =
      /public struct CheckoutTheme\b([^]*?)\n {2}public init\(/.exec(theme) ?? [];
    const fields = named(body, /public var (\w+):/g);
    assert.equal(fields.length, 25);
    assert.deepEqual(fields, tableBelow('Theme'));
    for (const component of ['LabelComponent', 'TextFieldComponent', 'ButtonComponent']) {
      const [, own = ''] =
        new RegExp(`struct ${component}\\b([^]*?)public init\\(`).exec(theme) ?? [];
      for (const field of named(own, /public var (\w+):/g))
        assert.match(
          readme,
          new RegExp(`\`${component}\`[^\`]*(?:\`[^\`]+\`[^\`]*?)*\`${field}\``),
        );
    }
  });

  it('takes the parameters that its README tells of, in that order', () => {
    const view = read('Sources/CheckoutUI/CheckoutView.swift');
    const [, parameters = ''] = /public init\(([^]*?)\) throws \{/.exec(view) ?? [];
    assert.deepEqual(named(parameters, /^\s+(\w+):/gm), tableBelow('`CheckoutView(…)`'));
  });

  it('has the forms of payment that its README tells of, all of which the web SDK takes', () => {
    const forms = named(read(`${CORE}/FormOfPayment.swift`), /case (\w+)/g);
    assert.ok(forms.length >= 6);
    for (const form of forms) {
      assert.match(readme, new RegExp(`\`${form}\``));
      assert.ok(
        FORMS_OF_PAYMENT.some((one) => one === form),
        form,
      );
    }
  });

  it('speaks of no part that the web SDK does not draw', () => {
    const directory = packageFile('../web/src/');
    const web = readdirSync(directory)
      .filter((name) => name !== 'style.ts')
      .map((name) => readFileSync(new URL(name, directory), 'utf8'))
      .join('\n');
    const ours = [
      ...Object.values(PAGES).map(({ style }) => style),
      ...['page.js', 'page.css'].map((name) => read(`${CORE}/Resources/${name}`)),
    ].join('\n');
    const parts = new Set(named(ours, /sarraf__([\w-]+)/g));
    for (const own of ['selector-button', 'no-apple-pay']) parts.delete(own);
    assert.ok(parts.size >= 25, `only ${parts.size} parts were found`);
    for (const part of parts) {
      // The words beside amounts are named after them.
      const name = part.replace(/^(amount|fees|total)-label$/, '$1');
      assert.match(web, new RegExp(`(?<![\\w-])${name}(?![\\w-])`), `it draws no ${part}`);
    }
  });

  it('writes amounts in Arabic as the pages do', () => {
    const signs = [...read(`${CORE}/Amount.swift`).matchAll(/"([A-Z]{3})": "([^"]+)"/g)];
    assert.ok(signs.length >= 18);
    for (const [, code = '', sign] of signs) assert.equal(currencyWord(code, 'ar'), sign, code);
  });

  it('brings the files that its manifest names, and runs from iOS 14', () => {
    const manifest = read('Package.swift');
    const resources = named(manifest, /\.copy\("([^"]+)"\)/g);
    assert.ok(resources.length > 0);
    for (const name of [
      ...resources.map((one) => `${CORE}/${one}`),
      ...named(manifest, /path: "([^"]+)"/g),
    ])
      assert.ok(existsSync(packageFile(name)), name);
    assert.match(manifest, /\.iOS\(\.v14\)/);
    assert.doesNotMatch(manifest, /\.package\(/, 'a dependency');
  });

  it('has a core that knows no views', () => {
    for (const name of readdirSync(packageFile(`${CORE}/`)).filter((one) => one.endsWith('.swift')))
      for (const module of named(read(`${CORE}/${name}`), /^\s*import (\w+)$/gm))
        assert.match(module, /^Foundation(?:Networking)?$/, name);
  });
});
