-- One row per event whose link has a term or content, where the dimension is one of them.
-- makes: tagged_events
create temp table tagged_events as
select seq, if($dimension = 'term', utm_term, utm_content) as tag
from events
where $dimension in ('term', 'content') and if($dimension = 'term', utm_term, utm_content) <> ''
