/** The tables this feature owns. */
export const owns = ['mails', 'mail_recipients'] as const
