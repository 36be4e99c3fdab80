/** Rights to mails; those of the record that a mail is about are demanded too. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const mailRights = defineRights('mail', { read: OFFICE, write: OFFICE })
