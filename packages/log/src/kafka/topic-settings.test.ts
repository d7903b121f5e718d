import { judge, topicSettings } from './topic-settings.ts';

/** The settings of a topic that this program created. */
const usual = {
  'cleanup.policy': 'delete',
  'compression.type': 'producer',
  'message.timestamp.type': 'LogAppendTime',
  'retention.ms': '604800000',
  'retention.bytes': '-1',
  'min.insync.replicas': '1',
  'max.message.bytes': '1048588',
  'unclean.leader.election.enable': 'false',
};
const found = (settings: Record<string, string>, replicas = 1) => ({
  settings: new Map(Object.entries({ ...usual, ...settings })),
  replicas,
});
const aWeek = { retentionHours: 168 };

test('creates a topic with explicit settings', () => {
  expect(topicSettings({ retentionHours: 168, minInsyncReplicas: 2 })).toEqual([
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'compression.type', value: 'producer' },
    { name: 'message.timestamp.type', value: 'LogAppendTime' },
    { name: 'retention.ms', value: '604800000' },
    { name: 'min.insync.replicas', value: '2' },
  ]);
  expect(topicSettings({ retentionHours: 0 })).toEqual([
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'compression.type', value: 'producer' },
    { name: 'message.timestamp.type', value: 'LogAppendTime' },
    { name: 'retention.ms', value: '-1' },
  ]);
});

test.each([
  { settings: {}, replicas: 1 },
  { settings: { 'min.insync.replicas': '2', 'retention.ms': '-1', 'compression.type': 'gzip' }, replicas: 3 },
])('accepts $settings and $replicas replicas', ({ settings, replicas }) => {
  expect(judge(found(settings, replicas), aWeek)).toEqual({ refusals: [], warnings: [] });
});

test.each([
  {
    settings: { 'cleanup.policy': 'compact,delete' },
    refusal: 'cleanup.policy=compact keeps only the last message of each session: set it to delete',
  },
  {
    settings: { 'compression.type': 'zstd' },
    refusal: 'compression.type=zstd cannot be read here: set it to producer or gzip',
  },
  {
    settings: { 'min.insync.replicas': '2' },
    refusal: 'min.insync.replicas=2 with 1 replicas: nothing can be written',
  },
])('refuses $settings', ({ settings, refusal }) => {
  expect(judge(found(settings), aWeek)).toEqual({ refusals: [refusal], warnings: [] });
});

test.each([
  {
    settings: {},
    replicas: 3,
    warning:
      'min.insync.replicas=1 with 3 replicas: a ping may be acknowledged by one broker alone and be lost with it',
  },
  {
    settings: { 'unclean.leader.election.enable': 'true' },
    warning: 'unclean.leader.election.enable=true: acknowledged pings may be lost when a leader changes',
  },
  {
    settings: { 'message.timestamp.type': 'CreateTime' },
    warning:
      'message.timestamp.type=CreateTime: messages of an ingest process whose clock is ahead are refused, and retention follows its clock; set it to LogAppendTime',
  },
  {
    settings: { 'max.message.bytes': '100000' },
    warning: 'max.message.bytes=100000: batches of pings up to 1000000 bytes are refused',
  },
  {
    settings: { 'retention.ms': '7200000' },
    warning: 'retention.ms keeps messages for 2 h, read or not; expected: 168 h',
  },
  {
    settings: { 'retention.bytes': '1000' },
    warning: 'retention.bytes=1000 deletes the oldest messages, read or not',
  },
])('warns about $settings with $replicas replicas', ({ settings, replicas, warning }) => {
  expect(judge(found(settings, replicas), aWeek)).toEqual({ refusals: [], warnings: [warning] });
});

test('warns when dead letters are not kept for ever', () => {
  expect(judge(found({}), { retentionHours: 0 }).warnings).toEqual([
    'retention.ms keeps messages for 168 h, read or not; expected: for ever',
  ]);
});
