/** The right to the calendar. Each kind of entry needs its own right too. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const calendarRights = defineRights('calendar', { read: OFFICE })
