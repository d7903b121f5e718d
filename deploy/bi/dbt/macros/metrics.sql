{# Written by `npm run bi:assets` from packages/bi-assets: change it there. #}
{# Views of pages. From pageviews #}
{% macro pageviews() %}COUNT(*){% endmacro %}

{# Visitors with a pageview. Days and sources do not add up. From pageviews #}
{% macro visitors() %}COUNT(DISTINCT visitor_id){% endmacro %}

{# Mean time in which a page was visible and focused. From pageviews #}
{% macro avg_focus_seconds() %}AVG(focus_time_ms) / 1000.0{% endmacro %}

{# Mean of the deepest point seen, percent of the page. From pageviews #}
{% macro avg_scroll_depth() %}AVG(scroll_depth){% endmacro %}

{# Visits (sessions). From sessions #}
{% macro visits() %}COUNT(*){% endmacro %}

{# Share of the visits with exactly one pageview. From sessions #}
{% macro bounce_rate() %}100.0 * COUNT(CASE WHEN bounced THEN 1 END) / NULLIF(COUNT(*), 0){% endmacro %}

{# Mean time from the first to the last ping of a visit. From sessions #}
{% macro avg_visit_seconds() %}AVG(duration_ms) / 1000.0{% endmacro %}

{# Mean number of pageviews of a visit. From sessions #}
{% macro pageviews_per_visit() %}AVG(pageviews){% endmacro %}

{# First visits of their visitors. Slower than the others. From sessions #}
{% macro new_visits() %}COUNT(CASE WHEN is_new THEN 1 END){% endmacro %}

{# Events. From events #}
{% macro events() %}COUNT(*){% endmacro %}

{# Visitors with such an event, as far as they are known. From events #}
{% macro event_visitors() %}COUNT(DISTINCT CASE WHEN visitor_id <> '00000000-0000-0000-0000-000000000000' THEN visitor_id END){% endmacro %}

{# Revenue less refunds, of one currency. Empty where several are mixed: group by currency. From events #}
{% macro revenue() %}CASE WHEN COUNT(DISTINCT NULLIF(currency, '')) <= 1 THEN SUM(amount) END{% endmacro %}

{# Visitors whose first visit of all time this was. From visitors #}
{% macro new_visitors() %}COUNT(*){% endmacro %}
