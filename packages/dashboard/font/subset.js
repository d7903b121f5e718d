// Cuts Inter down to the characters and weights of the dashboard: npm run font. Text in other characters has the system's font.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const [to = 'packages/dashboard/src/styles/inter.woff2'] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const whole = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const between = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

// Latin for Western Europe, and the signs of the page's own texts.
const text = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}ŒœŠšŽž–—…·×−‘’“”€→▲▼`;

const font = await subsetFont(readFileSync(whole), text, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 650 } },
  keepFeatures: ['kern', 'locl', 'tnum'],
});
writeFileSync(to, font);
