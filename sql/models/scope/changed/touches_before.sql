-- One row per real touch of a dirty browser, as it was.
-- needs: dirty_visitors
-- fills: touches_before (dirty)
insert into touches_before
select * from touches where not is_synthetic and visitor_key in (select visitor_key from dirty_visitors)
