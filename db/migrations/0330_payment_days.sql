-- After how many days a party pays. Null means the terms that the company sets, and 0 that a charge is due at once.
alter table customers add column payment_days int check (payment_days between 0 and 365);
alter table providers add column payment_days int check (payment_days between 0 and 365);
