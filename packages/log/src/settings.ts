import { integer } from '@tallyhouse/service';
import { z } from 'zod';

/** `host:port,host:port` as a list; blanks and empty items do not matter. */
const brokers = z.string('is required: host:port, comma-separated').transform((text, ctx) => {
  const items = text.split(',').flatMap((item) => item.trim() || []);
  for (const item of items) if (!/^\S+:\d{1,5}$/.test(item)) ctx.addIssue(`${item} is not host:port`);
  if (items.length === 0) ctx.addIssue('host:port, comma-separated');
  return items;
});

/** Where the log is, for the apps that run on Kafka. The keys are the variables' names. */
export const kafkaSettings = {
  KAFKA_BROKERS: brokers.describe("Kafka's bootstrap brokers: host:port, comma-separated."),
  KAFKA_TOPIC: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'a name of letters, digits and . _ -')
    .default('pings')
    .describe('The topic of the pings. Dead letters go to the topic <KAFKA_TOPIC>-dead-letters.'),
  KAFKA_PARTITIONS: integer(1, 1000)
    .default(6)
    .describe('Partitions of the topic when it is created; an existing topic keeps its own.'),
};
