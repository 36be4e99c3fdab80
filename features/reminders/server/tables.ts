/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['reminded_debts', 'reminder_stops', 'reminders'] as const
export const reads = ['customers', 'mails'] as const
