import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createTestDatabase, insertPings } from './harness/clickhouse.ts';
import { settleDays } from './settle/settle-days.ts';
import { startQueryService, now } from './api/query-service.ts';
import { questions, pings } from './replay/questions.ts';
import { ask } from './replay/ask.ts';

const pid = execSync("pgrep -f 'clickhouse-server.js .*node_modules/@chdb' | tail -5").toString().trim().split('\n');
function cpu() {
  let out = 0;
  for (const p of execSync("ps -e -o pid,ppid,args | grep clickhouse-server.js | grep -v grep | awk '{print $1}'").toString().trim().split('\n')) {
    try {
      const stat = readFileSync(`/proc/${p}/stat`, 'utf8');
      const cwd = execSync(`readlink /proc/${p}/cwd`).toString().trim();
      if (!cwd.startsWith(process.cwd())) continue;
      const f = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      out += (Number(f[11]) + Number(f[12])) / 100;
    } catch {}
  }
  return out;
}
async function timed(name: string, what: () => Promise<unknown>) {
  const [a, o] = [cpu(), process.cpuUsage()];
  const t = Date.now();
  await what();
  const own = process.cpuUsage(o);
  process.stderr.write(`${name}: server ${(cpu() - a).toFixed(2)} own ${((own.user + own.system) / 1e6).toFixed(2)} wall ${(Date.now() - t) / 1000}\n`);
}
test('x', async () => {
  void pid;
  const all: Awaited<ReturnType<typeof createTestDatabase>>[] = [];
  await timed('10 clones', async () => { for (let i = 0; i < 10; i++) all.push(await createTestDatabase()); });
  await timed('idle 5s with 10', () => new Promise((r) => setTimeout(r, 5000)));
  await timed('10 drops', async () => { for (const one of all) await one.drop(); });
  await timed('idle 5s', () => new Promise((r) => setTimeout(r, 5000)));
  const service = await startQueryService();
  await timed('insert traffic', () => insertPings(service.database.client, pings));
  const asked = questions;
  await timed(`ask ${asked.length}`, () => ask(service.url, asked));
  await timed(`ask again`, () => ask(service.url, asked));
  const days = [...new Set(pings.map((p) => new Date(p.pinged_at).toISOString().slice(0, 10)))].slice(0, 5);
  await timed(`settle ${days.length} days`, () => settleDays(service.database.client, days));
  await timed(`settle ${days.length} days again`, () => settleDays(service.database.client, days));
  await timed(`ask settled`, () => ask(service.url, asked));
  await timed('20 small inserts', async () => { for (let i = 0; i < 20; i++) await insertPings(service.database.client, [{ pinged_at: now - 3600_000 * i }]); });
  await service.stop();
});
