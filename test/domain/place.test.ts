import assert from 'node:assert/strict';
import { assert as holds, integer, pre, property, string } from 'fast-check';
import { readPlace } from '../../domain/place.ts';

describe('readPlace', () => {
  const KUWAIT = { latitude: 29.3759, longitude: 47.9774 };
  const read: readonly (readonly [text: string, place: typeof KUWAIT])[] = [
    ['29.3759, 47.9774', KUWAIT],
    ['29.3759,47.9774', KUWAIT],
    ['  (29.3759, 47.9774)  ', KUWAIT],
    ['29.3759 47.9774', KUWAIT],
    ['٢٩٫٣٧٥٩، ٤٧٫٩٧٧٤', KUWAIT],
    ['-33.8568,151.2153', { latitude: -33.8568, longitude: 151.2153 }],
    ['29.37591234567, 47.97741234567', { latitude: 29.375912, longitude: 47.977412 }],
    ['https://maps.example/@29.3759,47.9774,17z/data=!3m1', KUWAIT],
    ['https://maps.example/?q=29.3759,47.9774', KUWAIT],
    ['https://maps.example/?ll=29.3759%2C47.9774&z=12', KUWAIT],
    ['https://maps.example/#map=16/29.3759/47.9774', KUWAIT],
    ['https://maps.example/?api=1&query=29.3759%2C%2047.9774', KUWAIT],
    ['90, 180', { latitude: 90, longitude: 180 }],
  ];
  for (const [text, place] of read)
    it(`finds ${place.latitude}, ${place.longitude} in ${text}`, () => {
      assert.deepEqual(readPlace(text), place);
    });

  const unreadable = [
    '',
    'Salmiya, block 4',
    '29.3759',
    '90.1, 47.9774',
    '29.3759, 180.1',
    '29.3759, 47.9774, 12.5',
    'https://maps.example/short/abc',
    'https://maps.example/@29.3759',
    'https://maps.example/?size=640,480',
    'https://maps.example/%E0%A4%A',
    'javascript:alert(29.3759, 47.9774)',
  ];
  for (const text of unreadable)
    it(`finds no place in ${JSON.stringify(text)}`, () => {
      assert.equal(readPlace(text), undefined);
    });

  it('reads what the script of the page writes, whatever the place', () => {
    holds(
      property(degrees(90), degrees(180), (latitude, longitude) => {
        const text = `${latitude}, ${longitude}`;
        pre(!text.includes('e'));
        const read = readPlace(text);
        assert.equal(read?.latitude, latitude);
        assert.equal(read.longitude, longitude);
      }),
    );
  });

  it('ends soon, whatever the text', () => {
    holds(
      property(string({ maxLength: 2000 }), (text) => {
        const place = readPlace(text);
        assert.ok(!place || (Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180));
      }),
    );
  });
});

/** So many degrees to either side, in millionths. */
function degrees(most: number) {
  return integer({ min: -most * 1e6, max: most * 1e6 }).map((micro) => micro / 1e6);
}
