-- True for a device that became known by a link in a mail, until its person has signed in on it. Wrong codes count there as on an unknown one.
alter table known_devices add column by_link boolean not null default false;
