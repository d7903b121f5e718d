import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import commands from '../../apps/tallyhouse/src/commands.json';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { expectHelp, expectRefused, tallyhouse } from './tallyhouse.ts';

const names = Object.keys(commands) as (keyof typeof commands)[];
const covered = z.object({ result: z.array(z.object({ url: z.string() })) });

/** The options in a help text, with a value where they take one. */
function optionsIn(help: string): string[] {
  const lines = [...help.matchAll(/^ {2}(--[a-z-]+)( <\w+>)?/gm)];
  return lines.map(([, name = '', value]) => (value === undefined ? name : `${name}=1`));
}

test.each(names)(
  'tallyhouse %s takes the options of its help and no others, and loads no other program',
  async (name) => {
    const loaded = folderOfFile()();
    const help = await tallyhouse([name, '--help'], { NODE_V8_COVERAGE: loaded });
    expectHelp(name, help.out);
    const options = optionsIn(help.out);
    expect(options.at(-1)).toBe('--help');
    // Commands with subcommands list their options for each of these.
    const [, ...first] = /tallyhouse [\w-]+ (add|check)/.exec(help.out) ?? [];
    await expectRefused([name, ...first], loaded);
    if (options.length > 1) expect(await tallyhouse([name, ...options])).toEqual(help);

    const [file = ''] = await readdir(loaded);
    const { result } = covered.parse(JSON.parse(await readFile(join(loaded, file), 'utf8')));
    const programs = Object.values(commands).map(({ program }) => program);
    const ran = programs.filter((program) => result.some(({ url }) => url.endsWith(`/dist/${program}.js`)));
    expect(ran).toEqual([commands[name].program]);
  },
);
