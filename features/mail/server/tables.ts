/** Lists the tables that this feature owns. */
export const owns = ['mails', 'mail_recipients'] as const
export const reads = ['settings'] as const
