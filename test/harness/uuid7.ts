import { randomBytes } from 'node:crypto';

/**
 * A UUIDv7 of a time, milliseconds since 1970.
 * @param digits what follows the time: at least 19 hexadecimal digits, random by default
 */
export function uuid7(time: number, digits = randomBytes(10).toString('hex')): string {
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(3), 16) % 4);
  const hex = `${time.toString(16).padStart(12, '0')}7${digits.slice(0, 3)}${variant}${digits.slice(4, 19)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** One that ends in a number: for files that are compared whole. */
export function numberedId(time: number, number: number): string {
  return uuid7(time, String(number).padStart(19, '0'));
}
