/** How long a look at the map of the shards counts, in programs that look at it again and again: milliseconds. */
export const mapCountsMs = 5000;
