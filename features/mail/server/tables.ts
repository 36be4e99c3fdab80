/** The tables that this feature owns, and those of others that it reads. */
export const owns = ['mails', 'mail_recipients'] as const
export const reads = ['settings'] as const
