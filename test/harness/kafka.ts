import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';

export interface RunningKafka {
  brokers: string[];
  /** Where it came from: `KAFKA_BROKERS`, `Docker` or `Java`. */
  kind: string;
  /** Ends the broker and removes its data; leaves one alone that it did not start. */
  stop(): Promise<void>;
}
