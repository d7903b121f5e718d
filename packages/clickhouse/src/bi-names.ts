/** Where views for BI tools stand, and what they read. Each is the name of a database or user, of letters, digits and _. */
export interface BiNames {
  /** The database of the tables. */
  database: string;
  /** The database of the views. */
  bi: string;
  /** The database of the views with personal data; undefined for none. */
  personal?: string | undefined;
  /** The user whose rights the views have. */
  definer: string;
  /** The name of the servers in ClickHouse's `remote_servers` when the views read several shards. */
  cluster?: string | undefined;
}
