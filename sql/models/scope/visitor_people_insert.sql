-- One row per changed browser that is linked: its person now.
-- needs: changed_visitors
insert into visitor_people
select browser_map.visitor_key, coalesce(component_map.person_key, browser_map.customer_no)
from browser_map
left join component_map using (customer_no)
where browser_map.visitor_key in (select visitor_key from changed_visitors)
  and (not browser_map.is_claim or not exists (select 1 from settings where name = 'identify_browsers_by' and value = 'link_token'))
