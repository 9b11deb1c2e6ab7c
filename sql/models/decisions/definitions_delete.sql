-- One row per definition that the batch changes.
-- needs: batch_decisions
delete from definitions
where definition_no in (select (payload->>'definition_no')::integer from batch_decisions where kind = 'definition')
