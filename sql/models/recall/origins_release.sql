-- One row per origin that the facts in place name now.
-- needs: held_origin_parts
insert into origin_parts
select * from held_origin_parts
where origin_id in (select origin_id from events) and origin_id not in (select origin_id from origin_parts)
