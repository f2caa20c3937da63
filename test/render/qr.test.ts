import assert from 'node:assert/strict';
import { qrPng, qrSvg } from '../../render/qr.ts';

const ADDRESS = `https://pay.example.com/b/checkout/redirect/start/?session_id=${'0c5cf6f1a9'.repeat(4)}`;

describe('a QR code', () => {
  it('is a PNG that is sharp enough for print', async () => {
    const png = await qrPng(ADDRESS);
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.equal(width, height);
    assert.ok(width >= 400, String(width));
  });

  it('is an SVG without script or address, with its own white ground', async () => {
    const svg = await qrSvg(ADDRESS);
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.match(svg, /fill="#ffffff"/);
    assert.doesNotMatch(svg, /script|href|session/);
  });

  it('is another one for another address', async () => {
    assert.notEqual(await qrSvg(ADDRESS), await qrSvg(`${ADDRESS}0`));
  });
});
