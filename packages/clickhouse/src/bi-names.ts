/** The databases and users of the BI views. Each name consists of letters, digits and _. */
export interface BiNames {
  database: string;
  bi: string;
  /** The database of the views with personal data; undefined for none. */
  personal?: string | undefined;
  /** The user whose rights the views have. */
  definer: string;
  /** The name of the servers in ClickHouse's `remote_servers` when the views read several shards. */
  cluster?: string | undefined;
}
