import { mkdir } from 'node:fs/promises';
import {
  type BiUser,
  biUsersFile,
  changeBiUsers,
  createClickHouse,
  createDatabase,
  passwordHash,
  type StoredBiUser,
} from '@tallyhouse/clickhouse';
import { createBiViews, migrateDatabase } from '@tallyhouse/schema';
import { pino } from 'pino';
import { logger, startIn } from '../clickhouse/own-server.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { freePort } from '../harness/free-port.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { blogPings } from './blog.ts';

const names = { database: 'tallyhouse', bi: 'bi', personal: 'bi_personal', definer: 'bi_definer' };

export const passwordOf = (name: string) => `password-of-${name}`;

export function storedUser(name: string, rights: Partial<BiUser> = {}): StoredBiUser {
  const hash = { passwordSha256: passwordHash(passwordOf(name), 'salt'), salt: 'salt' };
  return { name, personal: false, maxSeconds: 60, maxMemoryMb: 1000, ...rights, ...hash };
}

export const pings = blogPings().flatMap((ping) => [ping, { ...ping, site_id: 'shop' }]);

export type Answer = Awaited<ReturnType<typeof answerOf>>;

export async function answerOf(url: string, user: string, password: string, query: string) {
  const headers = { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password };
  const response = await fetch(url, { method: 'POST', headers, body: query });
  const { status } = response;
  return { status, text: await response.text(), code: response.headers.get('x-clickhouse-exception-code') };
}

/** The rows of users' queries, in order. */
export function rowsBy(ask: (user: string, query: string) => Promise<Answer>) {
  return async (user: string, query: string) => {
    const answer = await ask(user, `${query} format JSONCompactEachRow`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.text.split('\n').filter(Boolean).sort();
  };
}

/** An embedded server with BI users in its file, and by default the traffic of the sites blog and shop. */
export async function startBiServer(users: StoredBiUser[], traffic = pings) {
  const inData = folderOfFile();
  const folder = inData('clickhouse');
  await mkdir(folder);
  await changeBiUsers(biUsersFile(folder), () => users);
  const port = await freePort();
  const log: string[] = [];
  const server = await startIn(folder, {
    bi: names,
    port,
    tcpPort: 0,
    logger: pino({ level: 'warn' }, { write: (line) => log.push(line) }),
  });
  const connection = { url: server.url, user: 'writer', password: server.passwords.writer };
  await createDatabase({ ...connection, database: names.database }, logger);
  const writer = createClickHouse({ ...connection, database: names.database }, logger);
  await migrateDatabase(writer);
  await createBiViews(writer, names);
  await insertPings(writer, traffic);
  return {
    folder,
    server,
    /** The settings of commands, as for a running `npm start`. */
    env: { DATA_DIR: inData(), CLICKHOUSE_HTTP_PORT: `${port}`, CLICKHOUSE_BI_PERSONAL: '1' },
    writer,
    log,
    ask(name: string, query: string, parameters = '') {
      const password = name === 'reader' || name === 'writer' ? server.passwords[name] : passwordOf(name);
      return answerOf(`${server.url}/?${parameters}`, name, password, query);
    },
    async stop() {
      await writer.close();
      await server.stop();
    },
  };
}
