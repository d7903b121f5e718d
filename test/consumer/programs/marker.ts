import { startMarkLoop } from '@tallyhouse/annotations/marks';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { logger } from '../../harness/quiet.ts';

/** Marks what databases of one server know, as a consumer does: `<url> <database> <database>`. */
const [url = '', ...databases] = process.argv.slice(2);
const [first, ...others] = databases.map((database) => createClickHouse({ url, database }, logger));
if (first) startMarkLoop([first, ...others], logger);
setInterval(() => {}, 1000);
