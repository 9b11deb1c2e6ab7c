-- One row per cursor moved.
update cursors
set value = case name when 'landed_seq' then $landed_seq::bigint when 'landed_decision' then $landed_decision::bigint end
where name in ('landed_seq', 'landed_decision')
