alter table sessions
    add column if not exists entry_referrer String alias tupleElement(acquisition, 'referrer') comment 'Address of the page that led to the first page; empty when none was sent' after entry_page
