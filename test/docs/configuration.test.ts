import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tablesOf } from './markdown.ts';
import { type ProgramName, readConfigOf, settingsOf } from './settings.ts';

interface Documented {
  name: string;
  /** Each part of the cell is the default of `npm start`, then that of a separate app where it differs. */
  defaults: string[];
  readBy: string[];
}

const programs = Object.keys(readConfigOf) as ProgramName[];
const documented = documentedSettings(readFileSync('docs/configuration.md', 'utf8'));
const names = documented.map(({ name }) => name);

test('docs/configuration.md has a row for each setting of each program, and no other', () => {
  const known = new Set(programs.flatMap((program) => Object.keys(settingsOf(program))));
  expect([...names].sort()).toEqual([...known].sort());
});

test.each(documented)('docs/configuration.md names the programs that read $name', ({ name, readBy }) => {
  expect(readBy).toEqual(programs.filter((program) => name in settingsOf(program)));
});

const defaults = documented.flatMap(({ name, readBy, defaults: [ofStart = '', ofAppAlone = ofStart] }) =>
  readBy.map((program) => ({ name, program, stated: program === 'start' ? ofStart : ofAppAlone })),
);

test.each(defaults)('$name is $stated by default in $program', ({ name, program, stated }) => {
  const field = settingsOf(program as ProgramName)[name];
  const value = /^`(.+)`$/.exec(stated)?.[1];
  const unset = field.safeParse(undefined);
  expect(unset.success).toBe(stated !== 'required');
  if (value !== undefined) expect(field.parse(value)).toEqual(unset.data);
  else if (stated === 'unset') expect([undefined, []]).toContainEqual(unset.data);
});

test('.env.example has the same settings in the same order, each with a default that the programs share', () => {
  const example = readFileSync('.env.example', 'utf8');
  const lines = [...example.matchAll(/^# ?([A-Z][A-Z0-9_]*)='?(.*?)'?$/gm)].map(([, name, value]) => ({
    name,
    value,
  }));
  expect(lines.map(({ name }) => name)).toEqual(names);
  const stated = documented.map(({ defaults: [first = ''] }) => /^`(.+)`$/.exec(first)?.[1] ?? '');
  expect(lines.map(({ value }) => value)).toEqual(stated);
  // A shell reads it, too, with every line in use.
  execFileSync('sh', ['-n'], { input: example.replaceAll(/^# (?=[A-Z][A-Z0-9_]*=)/gm, '') });
});

function documentedSettings(markdown: string): Documented[] {
  const rows = tablesOf(markdown).flatMap((table) => table.rows);
  return rows
    .filter(([name]) => name?.startsWith('`'))
    .map(([name = '', byDefault = '', readBy = '']) => ({
      name: name.replaceAll('`', ''),
      defaults: byDefault.split('; alone '),
      readBy: readBy === 'all' ? programs : readBy.split(', '),
    }));
}
