-- One row per origin.
-- needs: origins_next
insert into origins select * from origins_next;
