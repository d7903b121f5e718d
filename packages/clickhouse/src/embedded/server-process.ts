/**
 * The program of the child process that is the embedded ClickHouse server. It calls the library's command line
 * once and stays in that call until its standard input ends, which also happens when the parent dies in any way:
 * no server outlives its parent.
 *
 * ffi-rs, because it calls on the thread's own stack: ClickHouse checks its stack's bounds and refuses the
 * separate stack that koffi gives its calls ("Frame address is greater than stack begin address").
 */
import { DataType, load, open } from 'ffi-rs';

const [library = '', port = '', dataFolder = '', configFile = ''] = process.argv.slice(2);

const commandLine = [
  'clickhouse',
  `--http_port=${port}`,
  '--listen_host=127.0.0.1',
  `--path=${dataFolder}`,
  `--config-file=${configFile}`,
  '--multiquery',
  // `-` reads the descriptor itself. `/dev/stdin` would open it anew, which fails: a Node parent's pipe is a socket.
  `--query=system start listen http; select * from file('-', 'LineAsString'); system stop listen http`,
];

open({ library: 'clickhouse', path: library });
load({
  library: 'clickhouse',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [commandLine.length, commandLine],
});
