-- The attachment of an old mail is deleted; its name stays.
alter table mails drop constraint mails_check;
alter table mails add constraint mails_check check (attachment is null or attachment_name <> '');
