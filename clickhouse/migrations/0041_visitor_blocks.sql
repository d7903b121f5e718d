-- Reports look up single visitors of any age, a granule each. ClickHouse compresses blocks of 64 KiB, 16 granules of ids, and decompresses
-- a whole one for each of them. Smaller blocks take the same room, as ids are random: 18.9 bytes a visitor with blocks of 4 KiB, and 18.5
-- with those of 16.
alter table visitors modify setting min_compress_block_size = 4096, max_compress_block_size = 4096
