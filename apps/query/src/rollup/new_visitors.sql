select sum(new_visitors.visitors) as visitors
from new_visitors
where /* quarter slots */
