-- Macros. `converted`: an amount in the profile's currency, at six decimals; null without a rate. Rounded, half up, before it is narrowed: engines differ in what a narrower type does. Most amounts are in it already, and a wide product
-- is slow. Rates from 0.5 up have nine decimals and lower ones eighteen, so that no pair of currencies is off by more than 10^-9 of itself; each product fits in 38 digits.
-- `lacks_rate`: true of money without a rate, false of money with one, null of what is none: no amount, or nothing in a currency without a rate.
-- `known_sum`: a sum, null where all of its money lacked a rate (`bool_and` of lacks_rate), so that what is not known is never 0; what is known and comes to 0 is 0.
-- `money_unit`: money times millionths as a whole number of 10^-4 of the currency, at most 10^16 of them, so that its square is an exact integer.
-- makes: converted, known_sum, lacks_rate, money_unit
create or replace temp macro converted(amount, rate) as
case
  when rate = 1 then amount::decimal(28, 6)
  when rate >= 0.5 then round(amount * rate::decimal(28, 9), 6)::decimal(28, 6)
  when rate < 0.5 then round(amount * least(rate, 0.5)::decimal(18, 18), 6)::decimal(28, 6)
end;
create or replace temp macro lacks_rate(amount, rate) as
case when amount is null then null when rate is not null then false when amount <> 0 then true end;
create or replace temp macro known_sum(total, lacks_all) as
if(coalesce(lacks_all, false), null, coalesce(total, 0));
create or replace temp macro money_unit(millionths) as
least(greatest(round(coalesce(millionths, 0)::decimal(38, 6), -2)::hugeint // 100, -10000000000000000), 10000000000000000)
