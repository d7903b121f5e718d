select count() as visitors
from /* from: visitors */
