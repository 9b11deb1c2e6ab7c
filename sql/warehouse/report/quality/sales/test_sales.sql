-- One row per sale that is a test: its sender says so, or its reference, the person's address or the browser's pages do. Names alone say nothing where
-- most sales have them.
-- needs: counted_sales
-- makes: test_sales
create temp table test_sales as
with
own_browsers as (
  select distinct visitor_key from events where is_internal and visitor_key is not null
),

marked as (
  select conversion_no, 'marked as a test' as mark from counted_sales where is_marked_test
  union all
  select conversion_no, 'a reference with the word test' from counted_sales where has_test_reference
  union all
  select conversion_no, 'an address of a tester' from counted_sales where has_test_address
  union all
  select conversion_no, 'a browser of your own machines' from counted_sales where visitor_key in (select visitor_key from own_browsers)
),

plausible as (
  select mark
  from marked
  group by mark
  having mark = 'marked as a test' or count(*) <= greatest(3, 0.3 * (select count(*) from counted_sales))
)

select conversion_no, min(mark) as label
from marked
where mark in (select mark from plausible)
group by conversion_no
