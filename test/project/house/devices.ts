import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { bundle } from '../../harness/bundle.ts';
import { createTestDatabase, insertPings, pingRow } from '../../harness/clickhouse.ts';
import { settleDays } from '../../settle/settle-days.ts';

const found = z.object({ statuses: z.array(z.number()), files: z.array(z.string()) });

/** What runs for a `/devices` over a settled day, a changed one and a live one: see devices-program.ts. */
export async function answerDevices(): Promise<z.infer<typeof found>> {
  const { client, database, drop } = await createTestDatabase();
  const view = (at: string) => pingRow({ site_id: 'house', pinged_at: Date.parse(`2026-11-${at}:00Z`) });
  await insertPings(client, [view('18T08:00'), view('19T08:00')]);
  await settleDays(client, ['2026-11-18', '2026-11-19']);
  await insertPings(client, [view('19T12:00'), view('20T08:00')]);
  const program = await bundle('test/project/house/devices-program.ts');
  const child = fork(program, [process.env['TEST_CLICKHOUSE_READER_URL'] ?? '', database], { execArgv: [] });
  const ended = once(child, 'exit');
  const [message] = await Promise.race([once(child, 'message'), ended]);
  await ended;
  await Promise.all([drop(), rm(program, { force: true })]);
  return found.parse(message);
}
