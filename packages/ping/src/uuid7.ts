const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The number of bytes that {@link uuid7} needs: 80 bits, of which version and variant overwrite 6. */
export const uuid7Bytes = 10;

/** Whether a lower-case string is a UUID of version 7. */
export const isUuid7 = (id: string): boolean => form.test(id);

/** The creation time in a UUIDv7, milliseconds since 1970. */
export const timeInId = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

/** @param bits at least {@link uuid7Bytes} bytes, random or a hash */
export function uuid7(time: number, bits: Uint8Array): string {
  const hex = Buffer.from(bits.buffer, bits.byteOffset, uuid7Bytes).toString('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(4), 16) & 3];
  return `${hexTime(time)}-7${hex.slice(1, 4)}-${variant}${hex.slice(5, 8)}-${hex.slice(8)}`;
}

/** The first two groups of a UUIDv7: 48 bits of milliseconds. */
export function hexTime(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
