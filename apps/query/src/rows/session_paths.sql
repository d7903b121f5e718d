-- The first six nodes of each session as numbers: the 128-bit hash of the path of a page, or of an event; 0 when there was none.
select
    reinterpretAsUInt128(node_1) as node_1,
    reinterpretAsUInt128(node_2) as node_2,
    reinterpretAsUInt128(node_3) as node_3,
    reinterpretAsUInt128(node_4) as node_4,
    reinterpretAsUInt128(node_5) as node_5,
    reinterpretAsUInt128(node_6) as node_6
from /* from: paths */
