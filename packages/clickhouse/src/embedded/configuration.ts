import { randomBytes } from 'node:crypto';
import type { BiNames } from '../bi-names.ts';
import type { BiUser } from './bi-user.ts';
import {
  type BiUsersConfig,
  biUsers as biAccounts,
  biProfile,
  escapeXml,
  passwordAndNetwork,
} from './bi-users-xml.ts';

export interface Passwords {
  /** May change tables and data; for the migrations and the consumer. */
  writer: string;
  /** May read, within limits; for the query app and for people with a SQL client. */
  reader: string;
}

/** The rights of the user `reader`. The limits are both defaults and maxima of its queries. */
export interface ReaderRights {
  /** The database that it may read; `tallyhouse*` means all whose names begin with it. */
  database: string;
  /** Time limit of a query, the download included. */
  seconds: number;
  /** Memory limit of a query, bytes. */
  memoryBytes: number;
}

export interface ServerLimits {
  /** Memory limit of the server, bytes. Queries beyond it fail; the machine stays usable. */
  memoryBytes: number;
}

/**
 * The server's configuration, for a machine that has other work too: a memory cap, small caches and pools, and no
 * system log but the query log, kept for three days. (The full set of system logs writes gigabytes and keeps an idle
 * server busy.)
 */
export function serverConfig(
  usersFile: string,
  backupFolder: string,
  limits: ServerLimits,
  biUsers: readonly BiUser[],
): string {
  const names = ['writer', 'reader', ...biUsers.map(({ name }) => name)];
  return `<clickhouse>
  <users_config>${escapeXml(usersFile)}</users_config>
  <max_server_memory_usage>${limits.memoryBytes}</max_server_memory_usage>
  <!-- By its own allocator. The count of a control group may include other processes, or miss some of its memory. -->
  <memory_worker_use_cgroup>false</memory_worker_use_cgroup>
  <mark_cache_size>${Math.floor(limits.memoryBytes / 16)}</mark_cache_size>
  <background_pool_size>4</background_pool_size>
  <background_schedule_pool_size>8</background_schedule_pool_size>
  <asynchronous_metrics_update_period_s>60</asynchronous_metrics_update_period_s>
  <keep_alive_timeout>10</keep_alive_timeout>
  <access_control_improvements>
    <!-- Else everybody may read what all users ask, and the users. -->
    <select_from_system_db_requires_grant>true</select_from_system_db_requires_grant>
    <!-- Shows everybody the tables that are his, as SQL clients want it. -->
    <select_from_information_schema_requires_grant>false</select_from_information_schema_requires_grant>
  </access_control_improvements>
  <query_log>
    <database>system</database>
    <table>query_log</table>
    <engine>engine = MergeTree partition by event_date order by event_time ttl event_date + interval 3 day</engine>
  </query_log>
  <backups>
    <allowed_path>${escapeXml(backupFolder)}</allowed_path>
  </backups>
  <http_handlers>
    <rule>
      <url>/ping</url>
      <handler><type>ping</type></handler>
    </rule>
    <!-- Only requests that name a user there is, as clients do: in base64 with a colon behind it, or in a header. -->
    <rule>
      <headers><Authorization>regex:Basic (${names.map(inBasic).join('|')}).*</Authorization></headers>
      <handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler>
    </rule>
    <rule>
      <headers><X-ClickHouse-User>regex:(${names.join('|')})</X-ClickHouse-User></headers>
      <handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler>
    </rule>
  </http_handlers>
</clickhouse>
`;
}

/** The beginning of `Authorization: Basic` for a user, as a regular expression: including the characters that the colon influences. */
function inBasic(name: string): string {
  const text = `${name}:`;
  const whole = Math.floor((text.length * 8) / 6);
  return Buffer.from(text).toString('base64').slice(0, whole).replaceAll('+', '[+]');
}

/**
 * The users. `default` is the library's own, without a password and unreachable from outside: it may start and stop
 * listening and wait on standard input, and its read limits keep `file()` from showing it anything.
 */
export function usersConfig(
  passwords: Passwords,
  reader: ReaderRights,
  bi: BiNames | undefined,
  biUsers: BiUsersConfig,
): string {
  return `<clickhouse>
  <profiles>
    <default>
      <async_insert>0</async_insert>
      <!-- Counts for all: how long the server waits for someone who downloads and pauses. The default is 30 s. -->
      <http_send_timeout>600</http_send_timeout>
    </default>
    <reader>
      <!-- 2: no writing, but settings may be chosen, as every client does. -->
      <readonly>2</readonly>
      <cancel_http_readonly_queries_on_client_close>1</cancel_http_readonly_queries_on_client_close>
      <max_execution_time>${reader.seconds}</max_execution_time>
      <max_memory_usage>${reader.memoryBytes}</max_memory_usage>
      <constraints>
        <!-- 0 would be no limit at all. -->
        <max_execution_time><min>1</min><max>${reader.seconds}</max></max_execution_time>
        <max_memory_usage><min>1</min><max>${reader.memoryBytes}</max></max_memory_usage>
      </constraints>
    </reader>
    <listener>
      <max_rows_to_read>1</max_rows_to_read>
      <max_bytes_to_read>1</max_bytes_to_read>
      <max_result_bytes>1</max_result_bytes>
      <constraints>
        <max_rows_to_read><readonly/></max_rows_to_read>
        <max_bytes_to_read><readonly/></max_bytes_to_read>
        <max_result_bytes><readonly/></max_result_bytes>
        <read_overflow_mode><readonly/></read_overflow_mode>
        <result_overflow_mode><readonly/></result_overflow_mode>
      </constraints>
    </listener>
    ${biUsers.users.map(biProfile).join('')}
  </profiles>
  <quotas>
    <default/>
  </quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>::1</ip></networks>
      <profile>listener</profile>
      <quota>default</quota>
      <grants>
        <query>grant system listen on *.*</query>
        <query>grant create temporary table on *.*</query>
        <query>grant read on FILE</query>
        <query>grant create workload, drop workload, create resource, drop resource on *.*</query>
      </grants>
    </default>
    <writer>
      ${passwordAndNetwork(passwords.writer)}
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>grant show, select, insert, alter, create, drop, truncate, optimize, kill query, system, backup on *.*</query>
        <query>grant table engine on *</query>
        ${bi === undefined ? '' : `<query>grant set definer on ${bi.definer}</query>`}
      </grants>
    </writer>
    <reader>
      ${passwordAndNetwork(passwords.reader)}
      <profile>reader</profile>
      <quota>default</quota>
      <grants>
        <query>grant show, select on ${escapeXml(reader.database)}.*</query>
        <query>grant select on system.parts</query>
        ${bi === undefined ? '' : `<query>grant show, select on ${bi.bi}.*</query>`}
      </grants>
    </reader>
    ${bi === undefined ? '' : definerUser(bi)}
    ${biAccounts(biUsers, bi)}
  </users>
</clickhouse>
`;
}

/** No client can sign in as it: no address is allowed, and no known password has this hash. */
function definerUser({ definer, database, bi }: BiNames): string {
  return `<${definer}>
      <password_sha256_hex>${randomBytes(32).toString('hex')}</password_sha256_hex>
      <networks/>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>grant select on ${database}.*</query>
        <query>grant select on ${bi}.*</query>
      </grants>
    </${definer}>`;
}
