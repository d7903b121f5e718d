import { parseArgs } from 'node:util';

export interface Arguments {
  demo: boolean;
  help: boolean;
}

/** Reads the arguments after `npm start --`. @throws an Error that names an unknown option */
export function readArguments(words: readonly string[]): Arguments {
  const options = { demo: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const { values } = parseArgs({ args: [...words], options });
    return { demo: values.demo ?? false, help: values.help ?? false };
  } catch {
    throw new Error(`Unknown option: ${words.join(' ')}\n\n${help}`);
  }
}

export const help = `Usage: npm start [-- <option>]

Runs the whole service on this machine: dashboard, reports, ingest, ClickHouse.

  --demo   first fills 30 days of made-up traffic for the site "blog", then keeps adding such visitors while it runs;
           a later start with --demo adds the days since
  --help   prints this text

Settings are environment variables, listed in docs/configuration.md: QUERY_PORT=8080 npm start
`;
