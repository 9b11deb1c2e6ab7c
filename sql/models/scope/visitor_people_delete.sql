-- One row per changed browser.
-- needs: changed_visitors
delete from visitor_people where visitor_key in (select visitor_key from changed_visitors)
