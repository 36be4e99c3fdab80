/** The tables this feature owns. */
export const owns = ['mails'] as const
