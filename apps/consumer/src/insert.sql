insert into pings (/* columns */)
-- The guard fails the insert when something is forgotten: then insert-forgetting.sql is used, which costs more.
select *
from input('/* structure */')
where throwIf((select count() > 0 from forgotten), 'something is forgotten') = 0
format JSONCompactEachRowWithNamesAndTypes
