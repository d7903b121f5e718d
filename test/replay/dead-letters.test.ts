import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeRow } from '@tallyhouse/ping';
import { pingRow } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { embeddedPlace, kafkaPlace } from '../log/place.ts';
import { everything, type Flow, messageOf, startFlow } from './flow.ts';

const putBack = { kind: 'letters', all: false, dryRun: false } as const;
const list = { kind: 'list', all: false } as const;
const noLetters = { done: true, said: 'There are no dead letters to put back.\n' };

describe.each([
  ['embedded', embeddedPlace],
  ['Kafka', kafkaPlace],
])('dead letters of the %s log', (_name, createPlace) => {
  let flow: Flow;
  let folder: string;
  let file: string;
  beforeEach(async () => {
    flow = await startFlow(createPlace);
    await flow.startConsumer();
    folder = await mkdtemp(join(tmpdir(), 'tallyhouse-letters-'));
    file = join(folder, 'letters.jsonl');
  }, 60_000);
  afterEach(async () => {
    await flow.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const good = (page_path: string) => messageOf(pingRow({ pinged_at: Date.now(), page_path }));
  const bad = (text: string | Buffer) => ({ key: 'bad', value: Buffer.from(text) });
  /** A row whose session id is none. */
  const spoilt = (page_path: string) => {
    const row = pingRow({ pinged_at: Date.now(), page_path });
    return bad(encodeRow({ ...row, session_id: 'not-an-id' }));
  };

  const paths = () => flow.rows('select page_path from pageviews final order by page_path');
  /** What became of the pings, over all sites and hours. */
  const accounts = () =>
    flow.rows(
      'select outcome, toUInt32(sum(pings)) as pings from pings_hourly group by outcome order by outcome',
    );

  test('are mended in a file and put back: stored once, and counted as stored', async () => {
    await flow.append([
      good('/a'),
      spoilt('/b'),
      bad('nonsense'),
      bad(Buffer.from([0xff, 0x1b, 0x5b])),
      good('/c'),
    ]);
    await flow.caughtUp();
    expect(await paths()).toEqual([{ page_path: '/a' }, { page_path: '/c' }]);
    expect(await accounts()).toEqual([
      { outcome: 'dead_lettered', pings: 3 },
      { outcome: 'stored', pings: 2 },
    ]);

    const { said } = await flow.replay(list);
    expect(said).toContain('  nonsense\n');
    expect(said).toContain('not-an-id');
    expect(said).toMatch(/^partition \d, offset \d, refused \d{4}-\d\d-\d\dT.*\n {2}.*Cannot parse/m);
    expect(said).not.toContain('\u001b');
    expect(said.endsWith('3 dead letters.\n')).toBe(true);

    await flow.replay({ kind: 'export', file, all: false });
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const [first = '', second = ''] = lines;
    expect(lines.map((line) => Object.keys(JSON.parse(line)).at(-2))).toEqual(['message', 'text', 'base64']);
    // The first is mended, the second left as it is, the third deleted.
    const mended = first.replace('not-an-id', uuid7(Date.now()));
    await writeFile(file, `${mended}\n${second}\n`);

    expect(await flow.replay({ kind: 'from-file', file, dryRun: true })).toEqual({
      done: true,
      said: '2 messages would be put back, 1 of them mended.\n',
    });
    expect(await flow.replay({ kind: 'from-file', file, dryRun: false })).toEqual({
      done: true,
      said: '2 messages were put back into the log, 1 of them mended.\n',
    });
    await flow.caughtUp();
    const stored = [{ page_path: '/a' }, { page_path: '/b' }, { page_path: '/c' }];
    expect(await paths()).toEqual(stored);
    // What is still nonsense became a dead letter again, at its new place; the deleted line stays one.
    expect(await accounts()).toEqual([
      { outcome: 'dead_lettered', pings: 2 },
      { outcome: 'stored', pings: 3 },
    ]);
    expect((await flow.replay(list)).said).toContain('\n2 dead letters.\n');

    // The same file once more: a ping that stands in the log twice is counted once.
    await writeFile(file, `${mended}\n`);
    await flow.replay({ kind: 'from-file', file, dryRun: false });
    await flow.caughtUp();
    expect(await paths()).toEqual(stored);
    // And the whole log again: what was mended since is not refused anew.
    await flow.replay(everything);
    expect(await paths()).toEqual(stored);
    expect(await accounts()).toEqual([
      { outcome: 'dead_lettered', pings: 2 },
      { outcome: 'stored', pings: 3 },
    ]);
  }, 240_000);

  test('are put back as they are, once an upgrade can store them; a second run finds nothing to do', async () => {
    expect(await flow.replay(putBack)).toEqual(noLetters);
    // A view that cannot read some of the pings, until it is mended.
    await flow.client.command({
      query: `create materialized view strict_from_pings to visitors as
        select site_id, toStartOfHour(pinged_at) as visitor_hour, visitor_id, min(pinged_at) as first_seen_at
        from pings where if(startsWith(page_path, '/odd'), toUInt8(page_path), 0) = 0 group by all`,
    });
    await flow.append([good('/odd/1'), good('/even'), good('/odd/2')]);
    await flow.caughtUp();
    await flow.client.command({ query: 'drop table strict_from_pings' });
    expect((await flow.replay({ ...putBack, dryRun: true })).said).toBe(
      '2 dead letters would be put back.\n',
    );

    expect(await flow.replay(putBack)).toEqual({
      done: true,
      said: '2 dead letters were put back into the log.\n',
    });
    await flow.caughtUp();
    expect(await paths()).toEqual([{ page_path: '/even' }, { page_path: '/odd/1' }, { page_path: '/odd/2' }]);
    expect(await accounts()).toEqual([{ outcome: 'stored', pings: 3 }]);
    expect(await flow.replay(putBack)).toEqual(noLetters);
    expect(await flow.replay(list)).toEqual(noLetters);
    expect((await flow.replay({ kind: 'list', all: true })).said).toContain('\n2 dead letters.\n');

    // All of them once more changes nothing.
    expect((await flow.replay({ ...putBack, all: true })).said).toBe(
      '2 dead letters were put back into the log.\n',
    );
    await flow.caughtUp();
    expect(await accounts()).toEqual([{ outcome: 'stored', pings: 3 }]);
  }, 240_000);

  test('one that is refused again becomes a dead letter again, and nobody is stopped', async () => {
    await flow.append([bad('nonsense')]);
    await flow.caughtUp();
    for (const _ of [1, 2]) {
      expect((await flow.replay(putBack)).said).toBe('1 dead letters were put back into the log.\n');
      await flow.append([good('/after')]);
      await flow.caughtUp();
    }
    expect(await accounts()).toEqual([
      { outcome: 'dead_lettered', pings: 1 },
      { outcome: 'stored', pings: 2 },
    ]);
    expect(
      await flow.rows(
        "select toUInt32(count()) as letters, toUInt32(countIf(replayed_at > 0)) as put_back from dead_letters final where value = 'nonsense'",
      ),
    ).toEqual([{ letters: 3, put_back: 2 }]);
  }, 240_000);

  test('a file with a line that cannot be used is refused as a whole, and one that is there is not overwritten', async () => {
    await flow.append([bad('one'), bad('two')]);
    await flow.caughtUp();
    await flow.replay({ kind: 'export', file, all: false });
    await expect(flow.replay({ kind: 'export', file, all: false })).rejects.toThrow('EEXIST');
    const [one = '', two = ''] = (await readFile(file, 'utf8')).split('\n');
    const elsewhere = JSON.stringify({ ...JSON.parse(two), at: { partition: 0, offset: '99' } });
    await writeFile(file, `${one}\n\n{"message":\n${elsewhere}\n`);
    await expect(flow.replay({ kind: 'from-file', file, dryRun: false })).rejects.toThrow(
      `${file} cannot be used:\n  line 3: it is not JSON\n  line 4: there is no such dead letter in this log`,
    );
    expect((await flow.replay(list)).said).toContain('\n2 dead letters.\n');

    // A line before the last one that was deleted is given up.
    await writeFile(file, `${two}\n`);
    expect((await flow.replay({ kind: 'from-file', file, dryRun: false })).said).toBe(
      '1 messages were put back into the log, 0 of them mended.\n1 dead letters that the file lacks are given up.\n',
    );
  }, 60_000);
});
