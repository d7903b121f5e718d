/** A UUIDv7 (RFC 9562): the time, then random digits. `crypto.randomUUID` makes another version, and is missing over http. @param age ms before now */
export const uuid7 = (age = 0): string => {
  // Eleven digits until the year 2527.
  return `0${(Date.now() - age).toString(16)}-7xxx-8xxx-xxxxxxxxxxxx`.replace(/^.{8}|x/g, (part) =>
    part[1] ? part + '-' : (+crypto.getRandomValues(new Uint8Array(1)) & 15).toString(16),
  );
};
