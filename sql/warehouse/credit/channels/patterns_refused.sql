-- One row per pattern that the engine cannot compile: syntax it does not know (it has no look-around and no back-references), or too large.
select pattern
from (select unnest($patterns::varchar[]) as pattern)
where try(regexp_full_match('', pattern)) is null
