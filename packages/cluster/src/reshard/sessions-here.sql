select distinct toString(session_id) as id
from sessions
where session_id in {ids:Array(UUID)}
