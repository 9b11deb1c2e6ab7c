-- Macro: does a value pass a filter? The filter's first letter says how they compare (`filters.ts`): `=` is, `!` is not, `~` contains in letters
-- of either case, `0` has none. What is grouped as `(none)` or `(unknown)` has none.
-- makes: passes
create or replace temp macro passes(value, asked) as
case left(asked, 1)
  when '=' then coalesce(value = substr(asked, 2), false)
  when '!' then value is distinct from substr(asked, 2)
  when '~' then contains(lower(coalesce(value, '')), lower(substr(asked, 2)))
  else coalesce(value, '') in ('', '(none)', '(unknown)')
end
