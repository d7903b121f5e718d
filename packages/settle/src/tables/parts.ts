/** Projections ignore the codecs of columns. */
export const packedProjections = "default_compression_codec = 'ZSTD(1)'";

/** Sums of some columns, which ClickHouse keeps with the rows. @param keys after the site and the day */
export const sumsBy = (name: string, keys: string, sums: string) =>
  `projection ${name} (
        select site_id, day, ${keys}, ${sums}
        group by site_id, day, ${keys}
    )`;

/** For views, which read the watermarks of all days: a row a site, where the table has 8192 to a mark. */
export const byWatermark = `projection by_watermark (
        select site_id, day, max(watermark)
        group by site_id, day
    )`;

export const indexOfTimes = (column: string) => `index day_times (day, ${column}) type minmax granularity 1`;
