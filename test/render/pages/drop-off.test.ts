import assert from 'node:assert/strict';
import type { DropOffFacts } from '../../../render/pages/drop-off-facts.ts';
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
    assert.match(location, /aria-describedby="location-hint location-fault"/);
    assert.doesNotMatch(render(), /role="alert"/);
  });

  it('posts to the action given, and offers to cancel after going on', () => {
    const html = inside(render(), 'main');
    assert.match(html, /<form id="drop-off-form" method="post" action="\/checkout\/s\/delivery\/"/);
    const [first, second] = tags(html, 'button');
    assert.match(first ?? '', /primary/);
    assert.match(second ?? '', /formaction="\/checkout\/s\/cancel\/"/);
  });
});
