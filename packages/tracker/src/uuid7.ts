/** A UUIDv7 (RFC 9562): the time, then random digits. `crypto.randomUUID` makes another version, and is missing over http. */
export const uuid7 = (): string => {
  // Eleven digits until the year 2527.
  const time = `0${Date.now().toString(16)}`.replace(/.{8}/, '$&-');
  return `${time}-7xxx-8xxx-xxxxxxxxxxxx`.replace(/x/g, () =>
    (+crypto.getRandomValues(new Uint8Array(1)) % 16).toString(16),
  );
};
