/** The rights to mails. The rights to the record of a mail are needed as well. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const mailRights = defineRights('mail', { read: OFFICE, write: OFFICE })
