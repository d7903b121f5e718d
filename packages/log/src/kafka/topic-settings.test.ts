import { judge, topicSettings } from './topic-settings.ts';

/** The settings of a topic that this program created. */
const stated = {
  'cleanup.policy': 'delete',
  'compression.type': 'producer',
  'message.timestamp.type': 'LogAppendTime',
};
const usual = {
  ...stated,
  'retention.ms': '604800000',
  'retention.bytes': '-1',
  'min.insync.replicas': '1',
  'max.message.bytes': '1048588',
  'unclean.leader.election.enable': 'false',
};
const found = (settings: Record<string, string>, replicas = 1) => {
  return { settings: new Map(Object.entries({ ...usual, ...settings })), replicas };
};
const aWeek = { retentionHours: 168 };

test('creates a topic with explicit settings', () => {
  const created = (options: Parameters<typeof topicSettings>[0]) =>
    Object.fromEntries(topicSettings(options).map(({ name, value }) => [name, value]));
  const week = { ...stated, 'retention.ms': '604800000', 'min.insync.replicas': '2' };
  expect(created({ ...aWeek, minInsyncReplicas: 2 })).toEqual(week);
  expect(created({ retentionHours: 0 })).toEqual({ ...stated, 'retention.ms': '-1' });
});

test.each<[Record<string, string>, number]>([
  [{}, 1],
  [{ 'min.insync.replicas': '2', 'retention.ms': '-1', 'compression.type': 'gzip' }, 3],
])('accepts %j and %d replicas', (settings, replicas) => {
  expect(judge(found(settings, replicas), aWeek)).toEqual({ refusals: [], warnings: [] });
});

const compact = 'cleanup.policy=compact keeps only the last message of each session: set it to delete';
const zstd = 'compression.type=zstd cannot be read here: set it to producer or gzip';

test.each<[string, Record<string, string>]>([
  [compact, { 'cleanup.policy': 'compact,delete' }],
  [zstd, { 'compression.type': 'zstd' }],
  ['min.insync.replicas=2 with 1 replicas: nothing can be written', { 'min.insync.replicas': '2' }],
])('refuses: %s', (refusal, settings) => {
  expect(judge(found(settings), aWeek)).toEqual({ refusals: [refusal], warnings: [] });
});

const onlyOne =
  'min.insync.replicas=1 with 3 replicas: a ping may be acknowledged by one broker alone and be lost with it';
const createTime =
  'message.timestamp.type=CreateTime: messages of an ingest process whose clock is ahead are refused, and retention follows its clock; set it to LogAppendTime';
const unclean = 'unclean.leader.election.enable=true: acknowledged pings may be lost when a leader changes';
const twoHours = 'retention.ms keeps messages for 2 h, read or not; expected: 168 h';
const notForEver = 'retention.ms keeps messages for 168 h, read or not; expected: for ever';
const small = 'max.message.bytes=100000: batches of pings up to 1000000 bytes are refused';

test.each<[string, Record<string, string>, number?, number?]>([
  [onlyOne, {}, 3],
  [unclean, { 'unclean.leader.election.enable': 'true' }],
  [createTime, { 'message.timestamp.type': 'CreateTime' }],
  [small, { 'max.message.bytes': '100000' }],
  [twoHours, { 'retention.ms': '7200000' }],
  ['retention.bytes=1000 deletes the oldest messages, read or not', { 'retention.bytes': '1000' }],
  // Dead letters are kept for ever.
  [notForEver, {}, 1, 0],
])('warns: %s', (warning, settings, replicas = 1, retentionHours = 168) => {
  const judged = judge(found(settings, replicas), { retentionHours });
  expect(judged).toEqual({ refusals: [], warnings: [warning] });
});
