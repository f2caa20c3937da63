import assert from 'node:assert/strict';
import { filesPlace, placeOf } from '../../config/files-place.ts';

const BUCKET = { kind: 's3', bucket: 'sarraf', prefix: '', region: 'me-south-1', pathStyle: false };

describe('the place for files', () => {
  for (const [text, place, words] of [
    [
      'file:///var/lib/sarraf/files',
      { kind: 'local', directory: '/var/lib/sarraf/files' },
      '/var/lib/sarraf/files',
    ],
    ['file:///with%20space', { kind: 'local', directory: '/with space' }, '/with space'],
    ['s3://sarraf?region=me-south-1', BUCKET, 'the bucket sarraf at me-south-1'],
    [
      's3://sarraf/pay/files/?region=me-south-1',
      { ...BUCKET, prefix: 'pay/files/' },
      'the bucket sarraf at me-south-1',
    ],
    [
      's3://sarraf?endpoint=http://127.0.0.1:7070',
      { ...BUCKET, region: 'us-east-1', endpoint: 'http://127.0.0.1:7070', pathStyle: true },
      'the bucket sarraf at http://127.0.0.1:7070',
    ],
    [
      's3://sarraf?endpoint=https://s3.example.com&region=eu-1&path_style=false',
      { ...BUCKET, region: 'eu-1', endpoint: 'https://s3.example.com' },
      'the bucket sarraf at https://s3.example.com',
    ],
  ] as const)
    it(`is read from ${text}`, () => {
      const read = filesPlace(text);
      assert.deepEqual(read, place);
      assert.equal(placeOf(read), words);
    });

  for (const [text, why] of [
    ['', /no URL/],
    ['/var/lib/files', /no URL/],
    ['https://bucket.example.com', /must begin with/],
    ['file://host/files', /file:\/\/\/path/],
    ['file:///', /file:\/\/\/path/],
    ['file:///files?region=x', /file:\/\/\/path/],
    ['s3://sarraf', /neither a region nor an endpoint/],
    ['s3://Bad_Bucket?region=x', /a bucket is written/],
    ['s3://sarraf/../other?region=x', undefined],
    ['s3://sarraf/fol%20der?region=x', /the folder/],
    ['s3://sarraf?region=x&acl=public', /"acl" is unknown/],
    ['s3://sarraf?endpoint=ftp://x', /no http or https/],
    ['s3://sarraf?region=x&path_style=yes', /true or false/],
    ['s3://key:secret@sarraf?region=x', /AWS_ACCESS_KEY_ID/],
  ] as const)
    it(
      why ? `refuses ${text}, and does not repeat it` : `never leaves the bucket by ${text}`,
      () => {
        if (why === undefined) assert.equal(placeOf(filesPlace(text)), 'the bucket sarraf at x');
        else
          assert.throws(
            () => filesPlace(text),
            ({ message }: Error) => why.test(message) && !message.includes('secret'),
          );
      },
    );
});
