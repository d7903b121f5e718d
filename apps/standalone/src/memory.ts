import { totalmem } from 'node:os';

const mebibyte = 1024 ** 2;
/** With 300 MiB the embedded ClickHouse refuses inserts. */
const least = 400 * mebibyte;
const most = 8 * 1024 * mebibyte;

/**
 * The memory that this process and its children may take, bytes.
 * @param machine what the machine has
 * @param group the limit of the container or control group, as Node gives it: 0, undefined, or more than any machine has when there is none
 */
export function availableMemory(
  machine = totalmem(),
  group: number | undefined = process.constrainedMemory(),
): number {
  return group === undefined || !(group > 0) ? machine : Math.min(machine, group);
}

/** The memory limit of the embedded ClickHouse when none is set, bytes: half of what there is, between 400 MiB and 8 GiB. */
export const shareOfClickHouse = (available: number): number =>
  Math.min(Math.max(Math.floor(available / 2), least), most);
