-- One row per channel of a definition that the batch fits anew.
-- needs: batch_decisions
delete from fits where conversion_key in (select payload->>'conversion_key' from batch_decisions where kind = 'fit')
