-- One row per linked browser; where link tokens alone identify browsers, what one said of itself links it to nobody.
insert into visitor_people
select browser_map.visitor_key, coalesce(component_map.person_key, browser_map.customer_no)
from browser_map left join component_map using (customer_no)
where not browser_map.is_claim
  or (select count() from settings where name = 'identify_browsers_by' and value = 'link_token') = 0;
