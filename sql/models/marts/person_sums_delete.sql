-- One row per person whose sums may be others now. Who is no longer the head of a component is not dirty: nothing is theirs any more.
-- needs: changed_customers, dirty_people
delete from person_sums
where person_key in (select person_key from dirty_people union all select customer_no from changed_customers)
