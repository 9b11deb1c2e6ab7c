-- One row per setting that the batch changes.
-- needs: batch_decisions
delete from settings where name in (select payload->>'name' from batch_decisions where kind = 'setting')
