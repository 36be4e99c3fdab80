/** Declares what the feature reminders adds to the server. */
import { settingsRights } from '#features/settings/domain/rights.ts'
import { feature } from '#server/feature.ts'
import { listDue } from '../domain/contract.ts'
import { whyNotDays } from '../domain/reminder.ts'
import { REMINDERS_FORM, type ReminderDays } from '../domain/settings.ts'
import { countDueQuery, listDueQuery, sumDueQuery } from './due-list.ts'
import { reminderLetterQuery } from './letter.ts'
import { dueOfCustomerQuery } from './of-customer.ts'
import { sendReminderCommand } from './send-reminder.ts'
import { resumeRemindersCommand, stopRemindersCommand } from './stop-reminders.ts'
import { owns } from './tables.ts'

export const reminders = feature({
  name: 'reminders',
  owns,
  commands: [sendReminderCommand, stopRemindersCommand, resumeRemindersCommand],
  queries: [listDueQuery, countDueQuery, sumDueQuery, dueOfCustomerQuery, reminderLetterQuery],
  settings: [
    {
      ...REMINDERS_FORM,
      right: settingsRights.write,
      refuses: async (_rows, after) => whyNotDays(after as ReminderDays),
    },
  ],
  lists: [{ name: 'due', list: listDue, page: '/due' }],
  references: [
    { to: 'customers', name: 'reminders', table: 'reminders', column: 'customer_id' },
    { to: 'customers', name: 'reminder-stops', table: 'reminder_stops', column: 'customer_id' },
  ],
})
