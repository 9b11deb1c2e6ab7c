-- One row per movement of cash of a dirty person.
-- needs: dirty_people
delete from cash_flows where person_key in (select person_key from dirty_people)
