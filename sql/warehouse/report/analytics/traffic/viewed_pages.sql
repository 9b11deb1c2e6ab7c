-- One row per visit and page viewed in it.
-- needs: visited_pages
-- makes: viewed_pages
create temp table viewed_pages as
select session_seq, path, count(*) as views, max(moment) as last_moment
from visited_pages
where is_page_view
group by session_seq, path
