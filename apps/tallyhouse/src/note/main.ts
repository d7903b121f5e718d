import { join } from 'node:path';
import {
  ArgumentError,
  anyKeySettings,
  authorizationOf,
  port,
  readArguments,
  readEnvironment,
  reasonOf,
  runCommand,
} from '@tallyhouse/service';
import { publicUrl } from '@tallyhouse/sites';
import { readSecrets } from '@tallyhouse/standalone';
import { z } from 'zod';

const usage = `Usage: tallyhouse note <text> --site <list> [--at <time>] [--until <time>] [--kind <kind> | --release] [--url <address>]

Makes an annotation: a note on the time axis of the reports, for deployments for example. It asks the query app over HTTP, with the
key in API_KEY (else ADMIN_PASSWORD, else the one that tallyhouse start made in DATA_DIR), which needs the right annotate or manage.

  --site <list>     Ids of sites, @<group>, or * for all, separated by commas.
  --at <time>       When it happened or began, ISO 8601 with its zone, such as 2026-11-21T10:15:00Z. Default: now.
  --until <time>    When it ended.
  --kind <kind>     note or release. Default: note.
  --release         The same as --kind release.
  --url <address>   Address of the dashboard. Default: PUBLIC_URL, or http://127.0.0.1:<QUERY_PORT>.
  --help            This text.

Example: API_KEY=... tallyhouse note "v2.3 released" --site blog --kind release --url https://stats.example

It exits with 0 when the annotation is stored, 1 after an error, 2 for invalid arguments.
`;

const settings = z.object({
  ...anyKeySettings,
  DATA_DIR: z.string().default('./data'),
  QUERY_PORT: port().default(3000),
  PUBLIC_URL: publicUrl,
});
const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
const options = { site: text, at: text, until: text, kind: text, release: flag, url: text } as const;

const refused = z.object({ error: z.object({ message: z.string() }) });

await runCommand(usage, async (args, signal) => {
  const { values, positionals } = readArguments(args, options);
  const [note, ...others] = positionals;
  if (note === undefined)
    throw new ArgumentError('Say what to note: tallyhouse note "v2.3 released" --site blog');
  if (others.length > 0)
    throw new ArgumentError(`Put the text in quotes: ${others.join(' ')} is not part of it.`);
  if (values.site === undefined) throw new ArgumentError('--site is missing: ids of sites, or * for all.');
  const config = readEnvironment(settings, process.env);
  const body = {
    text: note,
    sites: values.site.split(',').map((site) => site.trim()),
    at: values.at ?? new Date().toISOString(),
    until: values.until,
    kind: values.kind ?? (values.release ? 'release' : 'note'),
  };
  const url = values.url ?? config.PUBLIC_URL ?? `http://127.0.0.1:${config.QUERY_PORT || 3000}`;
  const answer = await post(url, await keyOf(config), body, signal);
  if (answer.status === 400) throw new ArgumentError(await refusalIn(answer));
  if (answer.status !== 201) throw new Error(await refusalIn(answer));
  process.stdout.write(`Noted for ${body.sites.join(', ')} at ${body.at}: ${note}\n`);
  return 0;
});

async function keyOf({ API_KEY, ADMIN_PASSWORD, DATA_DIR }: z.output<typeof settings>): Promise<string> {
  const key = API_KEY ?? ADMIN_PASSWORD ?? (await readSecrets(join(DATA_DIR, 'secrets.json')))?.api_key;
  if (key === undefined) throw new Error('API_KEY is not set: a key with the right annotate or manage.');
  return key;
}

async function post(url: string, key: string, body: object, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(`${url.replace(/\/$/, '')}/api/manage/v1/annotations`, {
      method: 'POST',
      headers: { Authorization: authorizationOf(key), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error', // To another host, it would be followed without the key.
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(
      `The query app does not answer at ${url} (${reasonOf(error)}). Set --url to the address of the dashboard.`,
    );
  }
}

async function refusalIn(answer: Response): Promise<string> {
  const { data } = refused.safeParse(await answer.json().catch(() => undefined));
  return data?.error.message ?? `The query app answered with status ${answer.status}.`;
}
