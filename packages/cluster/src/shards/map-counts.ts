/** How long a reading of the shard map is valid, in programs that poll it: milliseconds. */
export const mapCountsMs = 5000;
