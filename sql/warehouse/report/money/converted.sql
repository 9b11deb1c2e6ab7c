-- Macros. `converted`: an amount in the profile's currency, at six decimals; null without a rate. Rounded, half up, before it is narrowed: engines differ in what a narrower type does. Most amounts are in it already, and a wide product
-- is slow. `known_sum`: a sum of which some amounts lacked a rate; null where nothing else came of it, so that what is not known is never 0.
-- `money_unit`: money times millionths as a whole number of 10^-4 of the currency, at most 10^16 of them, so that its square is an exact integer.
-- makes: converted, known_sum, money_unit
create or replace temp macro converted(amount, rate) as
case when rate = 1 then amount::decimal(28, 6) else round(amount * rate, 6)::decimal(28, 6) end;
create or replace temp macro known_sum(total, lacks_rates) as
if(coalesce(lacks_rates, false), nullif(total, 0), coalesce(total, 0));
create or replace temp macro money_unit(millionths) as
least(greatest(round(coalesce(millionths, 0)::decimal(38, 6), -2)::hugeint // 100, -10000000000000000), 10000000000000000)
