-- A macro: an amount in the profile's currency, at six decimals; null without a rate. Most amounts are in it already, and a wide product is slow.
create or replace temp macro converted(amount, rate) as
case when rate = 1 then amount::decimal(28, 6) else (amount * rate)::decimal(28, 6) end
