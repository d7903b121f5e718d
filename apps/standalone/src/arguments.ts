export const options = { demo: { type: 'boolean' } } as const;

export const usage = `Usage: tallyhouse [start] [--demo]

Runs the whole service on this machine: dashboard, reports, ingest, consumer, the log and ClickHouse.

  --demo  First fill 60 days of made-up traffic for three sites (blog, shop and courses), then keep adding such visitors
          while it runs; a later start with --demo adds the days since. Their names, goals and funnels are written to
          sites.yaml in DATA_DIR, unless there is one or SITES_FILE is set.
  --help  This text.

Example: QUERY_PORT=8080 tallyhouse start --demo

Settings are environment variables: docs/configuration.md lists them. Its data is in DATA_DIR. It uses the Kafka at KAFKA_BROKERS
and the ClickHouse at CLICKHOUSE_URL, where they are set, instead of its own.

It exits with 0 after Ctrl-C or SIGTERM, 1 after an error, 2 for invalid arguments.
`;
