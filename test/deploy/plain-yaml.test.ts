import { readPlainYaml } from './plain-yaml.ts';

test('maps, lists, scalars and comments', () => {
  const text = `
# a comment
name: tallyhouse
services:
  kafka:
    image: apache/kafka:4.1.0
    # a comment
    command: ["node", "x.js"]
    replicas: 1
    ports:
      - "127.0.0.1:1:1"
      - data:/var/data
    read_only: true
    interval: 10s
volumes:
  data:
  more:
`;
  expect(readPlainYaml(text)).toEqual({
    name: 'tallyhouse',
    services: {
      kafka: {
        image: 'apache/kafka:4.1.0',
        command: ['node', 'x.js'],
        replicas: 1,
        ports: ['127.0.0.1:1:1', 'data:/var/data'],
        read_only: true,
        interval: '10s',
      },
    },
    volumes: { data: null, more: null },
  });
});

test.each([
  ['a: 1\n   b: 2', 'line 2'],
  ['a:\n    b: 2\n  c: 3', 'line 2'],
  ['a: 1\na: 2', 'a is here twice'],
  ['a: yes', 'must stand in quotes'],
  ['a: 012', 'must stand in quotes'],
  ['a: 1:30', 'must stand in quotes'],
  ['a: *anchor', 'must stand in quotes'],
  ['a: text # comment', 'must stand in quotes'],
  ['a: {b: c}', 'must stand in quotes'],
  ['a: [b]', 'JSON'],
  ['a:\n  - b: c', 'must be a scalar'],
  ['a: |\n  text', 'must stand in quotes'],
  ['a:\tb', 'neither'],
])('%j is refused', (text, reason) => {
  expect(() => readPlainYaml(text)).toThrow(reason);
});
