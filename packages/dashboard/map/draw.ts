// Draws the map of the dashboard from the world atlas (Natural Earth, public domain): `npm run map`.
// Relative paths in whole units take a third of the size. They are written to src/map/world.json, or to the given file.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type GeoProjection, geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);

const [width, height] = [1000, 470];

const large = countriesOf(require.resolve('world-atlas/countries-110m.json')).filter(
  ({ country }) => country !== 'AQ',
);
const all = countriesOf(require.resolve('world-atlas/countries-50m.json'));

const projection = geoNaturalEarth1().fitExtent(
  [
    [2, 2],
    [width - 2, height - 2],
  ],
  { type: 'FeatureCollection', features: large.map(({ shape }) => shape) },
);

const shapes = Object.fromEntries(large.map(({ country, shape }) => [country, pathOf(shape, projection)]));
const points = Object.fromEntries(
  all
    .filter(({ country }) => country.length === 2 && country !== 'AQ' && !(country in shapes))
    .map(({ country, shape }) => [country, (projection(geoCentroid(shape)) ?? [0, 0]).map(Math.round)]),
);

const [, , file = 'packages/dashboard/src/map/world.json'] = process.argv;
const world = { viewBox: `0 0 ${width} ${height}`, shapes: sorted(shapes), points: sorted(points) };
writeFileSync(file, `${JSON.stringify(world)}\n`);

function countriesOf(file: string) {
  const atlas: Topology<{ countries: GeometryCollection<{ name: string }> }> = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return feature(atlas, atlas.objects.countries).features.map((shape) => ({ country: codeOf(shape), shape }));
}

interface Territory {
  id?: string | number | undefined;
  properties: { name: string };
}

/**
 * The ISO 3166-1 alpha-2 code of a shape of the atlas, whose `id` is the number in that standard.
 * @returns the name itself for territories without one: they are drawn, and never have visits
 */
function codeOf({ id, properties: { name } }: Territory): string {
  if (name === 'Kosovo') return 'XK';
  return (id === undefined ? undefined : new Intl.Locale(`und-${id}`).region) ?? name;
}

type Shape = ReturnType<typeof countriesOf>[number]['shape'];

/** `M12 34l1-2...z`, without points that are equal, or on the straight line between others, after rounding. */
function pathOf(shape: Shape, projected: GeoProjection): string {
  const rings = (geoPath(projected)(shape) ?? '').split('M').slice(1);
  return rings
    .map((ring) => {
      const corners = ring
        .replace('Z', '')
        .split('L')
        .map((corner) => corner.split(',').map((number) => Math.round(Number(number))));
      let [x = 0, y = 0] = corners[0] ?? [];
      const moves: { right: number; down: number }[] = [];
      for (const [nextX = 0, nextY = 0] of corners.slice(1)) {
        const [right, down] = [nextX - x, nextY - y];
        [x, y] = [nextX, nextY];
        if (right === 0 && down === 0) continue;
        const last = moves.at(-1);
        const straight =
          last && last.right * down === last.down * right && last.right * right + last.down * down > 0;
        if (straight) {
          last.right += right;
          last.down += down;
        } else moves.push({ right, down });
      }
      const steps = moves
        .map(({ right, down }) => `${right}${down < 0 ? '' : ' '}${down}`)
        .reduce((text, move) => text + (text && !move.startsWith('-') ? ' ' : '') + move, '');
      return moves.length < 2 ? '' : `M${corners[0]?.join(' ')}l${steps}z`;
    })
    .join('');
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
