import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '@tallyhouse/service';
import type { Admin } from 'kafkajs';
import { LogUnavailableError } from '../log.ts';
import { within } from '../within.ts';
import { type KafkaOptions, kafkaClient } from './client.ts';
import { errorType } from './error-type.ts';

const retryMs = 100;

/** Queries the brokers about topics and groups over one connection, opened on first use and reopened after a failure. */
export interface KafkaAdmin {
  /** @throws LogUnavailableError without a response within `ms` milliseconds */
  ask<T>(ms: number, question: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createKafkaAdmin(options: KafkaOptions): KafkaAdmin {
  let current: Promise<Admin> | undefined;

  async function connect(): Promise<Admin> {
    const admin = kafkaClient(options).admin();
    try {
      await admin.connect();
      return admin;
    } catch (error) {
      await admin.disconnect();
      throw error;
    }
  }

  function drop(connection: Promise<Admin>): void {
    if (current === connection) current = undefined;
    connection.then((admin) => admin.disconnect()).catch(() => {});
  }

  return {
    async ask(ms, question) {
      const until = performance.now() + ms;
      for (;;) {
        const connection = current ?? connect();
        current = connection;
        try {
          const left = until - performance.now();
          return await within(left, `Kafka did not answer within ${ms} ms.`, connection.then(question));
        } catch (error) {
          drop(connection);
          if (error instanceof LogUnavailableError) throw error;
          // A new connection looks up the leaders, which change while a topic is new; kafkajs does not retry that.
          if (errorType(error) === 'NOT_LEADER_FOR_PARTITION' && performance.now() + retryMs < until)
            await sleep(retryMs);
          else throw new LogUnavailableError(`Kafka cannot be reached: ${reasonOf(error)}`, { cause: error });
        }
      }
    },
    async close() {
      const connection = current;
      current = undefined;
      await connection?.then((admin) => admin.disconnect()).catch(() => {});
    },
  };
}
