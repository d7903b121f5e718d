import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openState } from '@tallyhouse/import';
import { forAllTests } from '../api/shared-service.ts';
import { storePings } from '../delete/database.ts';
import { pings, questions } from '../replay/questions.ts';
import { deleteDoomed, doomed, expectGone, later, pageviewsLater } from './deleted.ts';
import { createPlace } from './place.ts';

/** Backups of a ClickHouse server, in this process. For more, see `cases.long.test.ts`; for `npm start`, see `npm-start.long.test.ts`. */

const place = forAllTests(createPlace);

/** Responses that differ, from shortly before the first difference. */
const differing = (answers: readonly string[], expected: readonly string[]) =>
  answers.flatMap((answer, index) => {
    const other = expected[index] ?? '';
    if (answer === other) return [];
    const at = [...answer].findIndex((letter, place) => letter !== [...other][place]);
    const part = (text: string) => `${text.slice(0, 100)} ... ${text.slice(Math.max(at - 100, 0), at + 100)}`;
    return [[part(answer), part(other)]];
  });

test('a full and an incremental backup restore every report and export, byte by byte', async () => {
  const { client, database, backups, env } = place;
  // Its site is listed from the start.
  await place.append([...pings, ...doomed, ...later.slice(0, 1)]);
  await place.consume();
  await writeFile(join(env.DATA_DIR, 'sites.yaml'), 'sites: []\n');
  const imports = openState(env.DATA_DIR, 'later');
  const checkpoint = { version: '1', position: 7, run: imports.run, counts: {} };
  await imports.write(() => imports.setCheckpoint('a.log', checkpoint));

  const full = await place.backup(`--to ${backups}`);
  expect(full).toMatchObject({
    code: 0,
    output: expect.stringMatching(/: full, .* s\.\n {2}\d+ tables, [\d,]+ rows, /),
  });
  expect(full.output).toContain('Sites file: in the backup.');
  expect(full.output).toContain('What imports remember: of 1 site.');
  await imports.close();
  expect(full.output).toContain('Secrets, keys and alerts: not in the backup.');

  // Acknowledged, but not stored yet.
  await place.append(later.slice(1, 10));
  const added = await place.backup(`--to ${backups}`);
  const names = (await readdir(backups)).filter((name) => !name.endsWith('-tables')).sort();
  const [first = '', second = ''] = names;
  expect(added.output).toContain(`Backup ${second} in ${backups}: adds to ${first}, `);
  const bytesOf = async (name: string): Promise<number> =>
    JSON.parse(await readFile(join(backups, name, 'manifest.json'), 'utf8')).bytes.added;
  expect(await bytesOf(second)).toBeLessThan((await bytesOf(first)) / 2);

  await deleteDoomed(client);
  await expectGone(client);
  const before = await place.ask(questions);
  expect(before.filter((answer) => !answer.includes(' 200 '))).toEqual([]);

  // Stored after the backups, so only the log has them.
  await place.append(later.slice(10));
  await place.consume();
  expect(await place.restore(`--from ${backups}`)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is not empty \(\w+ has [\d,]+ rows\)/),
  });

  const restored = await place.restore(`--from ${backups} --replace`);
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Nothing differs\.\n$/) });
  expect(restored.output).toContain('The log holds 19 messages to read on from');
  expect(restored.output).toContain(
    'Deleted again what was deleted since the backup, of sites gone-before, gone-site, gone-visitor.',
  );
  await expectGone(client);
  // Copies of its numbers learn that they are others again.
  expect(await place.rows("select distinct site_id from deleted_days where site_id = 'later'")).toHaveLength(
    1,
  );
  expect(differing(await place.ask(questions), before)).toEqual([]);
  expect(await place.rows(pageviewsLater(database))).toEqual([{ n: 10 }]);
  await place.consume();
  expect(await place.rows(pageviewsLater(database))).toEqual([{ n: 20 }]);
  // The whole log, read again.
  await storePings(client, doomed);
  await expectGone(client);
});
