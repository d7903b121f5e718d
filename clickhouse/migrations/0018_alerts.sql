create table if not exists alerts_fired
(
    claim UUID comment 'Of the row: which of several processes stored it',
    id UUID comment 'Of the alert that fired, the same in each attempt',
    what Enum8('claim' = 1, 'delivery' = 2, 'end' = 3) comment 'What the row says. claim: a process sends the alert. delivery: what became of it at an address. end: its condition holds no longer',
    alert String comment 'Name of the rule',
    condition String comment 'Hash of what the rule watches: a rule that watches something else may fire again',
    when LowCardinality(String) comment 'What the rule watches: silent, change, goal, dropped or digest',
    site_id LowCardinality(String) comment 'Site',
    rule_sites Array(String) comment 'The sites of the rule, as it names them',
    began DateTime64(3, 'UTC') comment 'When the condition began; where that is not known, when the alert before ended',
    at DateTime64(3, 'UTC') comment 'When the row was made',
    attempt UInt8 comment 'Of a claim: from 1 on. Another process makes the next one when the one before has told nobody',
    value Nullable(Float64) comment 'What was found',
    expected Nullable(Float64) comment 'What was expected, or the threshold',
    addresses Array(String) comment 'Of a claim: where the alert is sent',
    address String comment 'Of a delivery: where it was sent',
    ok Bool comment 'Of a delivery: whether it was taken',
    tries UInt8 comment 'Of a delivery: how often it was sent',
    status Nullable(UInt16) comment 'Of a delivery: the status of the answer, of HTTP or SMTP',
    error Nullable(String) comment 'Of a delivery: why it was not taken'
)
engine = MergeTree
order by (alert, site_id, id)
settings non_replicated_deduplication_window = 10000
comment 'Alerts that fired, and what became of them. Processes that judge alerts claim each with a token here, so that one of them sends it'
