import assert from 'node:assert/strict';
import { allCountries } from '../../../domain/countries.ts';
import { localAddressOf, printStreet } from '../../../domain/local-address.ts';
import type { DropOffFacts } from '../../../render/pages/drop-off-facts.ts';
import { LENGTHS } from '../../../render/pages/drop-off-input.tsx';
import { renderDropOff } from '../../../render/pages/drop-off.tsx';
import { aDropOff } from '../builders.ts';
import { inside, tags, visibleText } from '../read.ts';

const render = (changes: Partial<DropOffFacts> = {}) => renderDropOff(aDropOff(changes));

describe('the delivery form', () => {
  it('labels every field, and names it as it is sent back', () => {
    const html = render();
    for (const name of ['line1', 'line2', 'city', 'state', 'country', 'postal_code', 'location'])
      assert.match(
        html,
        new RegExp(`<label for="${name}">[\\s\\S]*<(?:input|select) id="${name}" name="${name}"`),
      );
  });

  it('asks only for what the merchant wants to know', () => {
    assert.doesNotMatch(render({ asksPlace: false }), /name="location"/);
    assert.doesNotMatch(render({ asksAddress: false }), /name="line1"/);
  });

  it('shows what was typed, and chooses the country', () => {
    const html = render({ values: { ...aDropOff().values, line1: 'A "b"', country: 'KW' } });
    assert.match(html, /value="A &quot;b&quot;"/);
    assert.match(html, /<option value="KW" selected>Kuwait/);
  });

  it('says what is wrong at the top and beside the field', () => {
    const html = render({ faults: { city: 'required', location: 'unreadable' } });
    assert.equal(visibleText(inside(html, 'a', 'href="#city"')), 'City');
    assert.equal(visibleText(inside(html, 'p', 'id="city-fault"')), 'Fill in this field.');
    const city = tags(html, 'input').find((tag) => tag.includes('name="city"')) ?? '';
    assert.match(city, /aria-invalid="true"/);
    assert.match(city, /aria-describedby="city-fault"/);
    const location = tags(html, 'input').find((tag) => tag.includes('name="location"')) ?? '';
    assert.match(location, /aria-describedby="location-hint location-status location-fault"/);
    assert.doesNotMatch(render(), /role="alert"/);
  });

  it('posts to the action given, and offers to cancel after going on', () => {
    const html = inside(render(), 'main');
    assert.match(html, /<form id="drop-off-form" method="post" action="\/checkout\/s\/delivery\/"/);
    const [first, second] = tags(html, 'button').filter(
      (tag) => !/data-(?:refit|locate)/.test(tag),
    );
    assert.match(first ?? '', /primary/);
    assert.match(second ?? '', /formaction="\/checkout\/s\/cancel\/"/);
  });

  describe('in a country of the Gulf', () => {
    const local = localAddressOf('KW');
    assert.ok(local);
    const kuwait = { local, values: { ...aDropOff().values, country: 'KW', state: 'Hawalli' } };

    for (const [language, labels] of [
      ['en', ['Country', 'Governorate', 'Area', 'Block', 'Street', 'Building or house']],
      ['ar', ['البلد', 'المحافظة', 'المنطقة', 'القطعة', 'الشارع', 'المبنى أو المنزل']],
    ] as const)
      it(`asks for the parts of an address in their order and words (${language})`, () => {
        const html = inside(render({ ...kuwait, language }), 'fieldset');
        const said = [...html.matchAll(/<label [^>]*>(.*?)<\/label>/g)].map(([, label]) => label);
        assert.deepEqual(said.slice(0, labels.length), labels);
        assert.doesNotMatch(html, /name="line1"|name="postal_code"/);
      });

    it('lets a region be chosen by its name in the language of the page', () => {
      const html = render({ ...kuwait, language: 'ar' });
      assert.match(html, /<option value="Hawalli" selected>حولي</);
      assert.equal(tags(inside(html, 'select', 'id="state"'), 'option').length, 7);
    });

    it('names a fault by the word of the country', () => {
      const html = render({ ...kuwait, faults: { city: 'required', block: 'too-long' } });
      assert.equal(visibleText(inside(html, 'a', 'href="#city"')), 'Area');
      assert.equal(visibleText(inside(html, 'a', 'href="#block"')), 'Block');
    });
  });

  it('takes no more of a street than the payment API does, by its parts as in one line', () => {
    const [block, street, building] = [LENGTHS.block, LENGTHS.street, LENGTHS.building].map(
      (length) => '9'.repeat(length),
    );
    for (const local of allCountries().flatMap((code) => localAddressOf(code) ?? [])) {
      const line = printStreet(local, {
        block: local.block ? (block ?? '') : '',
        street: street ?? '',
        building: building ?? '',
      });
      assert.ok(line.length <= LENGTHS.line1, `${line} has ${line.length}`);
    }
  });

  it('has a button for the fields of another country, which needs no script', () => {
    const [refit] = tags(render(), 'button').filter((tag) => tag.includes('data-refit'));
    assert.match(
      refit ?? '',
      /type="submit".*formaction="\/checkout\/s\/delivery\/kept\/".*novalidate/i,
    );
  });

  it('says in words what is known of the place, and never by its coordinates', () => {
    assert.deepEqual(shown(render()), []);
    const kept = render({ hasPlace: true });
    assert.deepEqual(shown(kept), ['kept']);
    assert.doesNotMatch(kept, /id="location"[^>]* required/);
    const here = render({ hasPlace: true, values: { ...aDropOff().values, here: '29.3, 47.9' } });
    assert.deepEqual(shown(here), ['here']);
    assert.doesNotMatch(visibleText(here), /29\.3|47\.9/);
  });
});

/** What is said of the place. */
function shown(html: string): readonly (string | undefined)[] {
  return [...html.matchAll(/<p data-place="(\w+)">/g)].map(([, name]) => name);
}
