import assert from 'node:assert/strict';

/** What a browser sends of the form of a page when its button is pressed. */
export function fieldsIn(page: string): Readonly<Record<string, string>> {
  const [form = ''] = /<form id="page-form".*?<\/form>/su.exec(page) ?? [];
  const tags = [...form.matchAll(/<input ([^>]*)>/gu)].map(([, attributes = '']) => attributes);
  const inputs = tags
    .filter((one) => attribute(one, 'name') !== '' && !one.includes(' disabled'))
    .filter((one) => !/type="(?:radio|checkbox)"/u.test(one) || one.includes(' checked'))
    .map((one) => [attribute(one, 'name'), attribute(one, 'value')] as const);
  const choices = [...form.matchAll(/<select ([^>]*)>(.*?)<\/select>/gsu)].map(
    ([, select = '', options = '']) =>
      [
        attribute(select, 'name'),
        attribute(/<option ([^>]* selected[^>]*)>/u.exec(options)?.[1] ?? '', 'value'),
      ] as const,
  );
  const fields = [...inputs, ...choices];
  const names = new Set(fields.map(([name]) => name));
  assert.equal(names.size, fields.length, 'no field stands twice');
  for (const tag of tags.filter((one) => / required(?!.* disabled)/u.test(one)))
    assert.ok(names.has(attribute(tag, 'name')), `${tag} is filled in`);
  return Object.fromEntries(fields);
}

function attribute(tag: string, name: string): string {
  return new RegExp(`(?:^| )${name}="([^"]*)"`, 'u').exec(tag)?.[1] ?? '';
}
