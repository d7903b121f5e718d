import type { ClickHouseClient } from '@clickhouse/client';
import { insertPings } from '../harness/clickhouse.ts';
import { joinQueryService, type QueryService } from '../harness/shared/query-service.ts';

let service: QueryService;
let client: ClickHouseClient;
