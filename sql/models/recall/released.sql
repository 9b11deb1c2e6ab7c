-- One row per fact that a cause brings.
-- needs: held_causes
-- makes: released
create temp table released as
select seq from held_causes where cause = $cause
