-- One row per row of the journal that is not as it was written, and per profile whose facts are not as many as it counts; at most so many.
select profile_id, 0 as seq, 'the row that counts its facts is not as it was written' as reason
from profile_contents
where row_sum(content) is not checksum
union all
select profile_id, fact_id & ((1 << 40) - 1), 'the row is not as it was written'
from fact_contents
left join (select profile_no, profile_id from profiles) on profile_no = fact_id >> 40
where row_sum(content) is not checksum
union all
select profile_id, seq, 'the key of the outcome is not as it was written'
from outcome_contents
left join (select profile_no, profile_id from profiles) using (profile_no)
where row_sum(content) is not checksum and checksum is not null
union all
select profile_id, first_kept, concat(last_seq - first_kept + 1 - kept, ' facts from here on are missing')
from (
  select
    profile_id,
    first_kept,
    last_seq,
    (select count(*) from facts where fact_id between (profile_no << 40) + first_kept and (profile_no << 40) + last_seq) as kept
  from profiles
)
where kept <> last_seq - first_kept + 1
limit ?;
