import assert from 'node:assert/strict';
import { methodIcons } from '../../render/icons.ts';

describe('the icons of methods', () => {
  for (const [kind, svg] of Object.entries(methodIcons))
    it(`are documents of their own, without script or style: ${kind}`, () => {
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>.*<\/svg>\n$/s);
      assert.doesNotMatch(svg, /<script|<style|style=|href/);
    });

  it('differ from each other', () => {
    assert.equal(new Set(Object.values(methodIcons)).size, 3);
  });
});
