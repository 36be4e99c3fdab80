/** Declares what the feature calendar adds to the server. */
import type { CalendarKind } from '#server/calendar/kinds.ts'
import { type Feature, feature } from '#server/feature.ts'
import { calendarRights } from '../domain/rights.ts'
import { calendarDayQuery, calendarDaysQuery } from './queries.ts'

/** Returns the manifest of the calendar over the kinds that the features declare. */
export const calendar = (kinds: readonly CalendarKind[]): Feature =>
  feature({
    name: 'calendar',
    rights: calendarRights,
    queries: [calendarDaysQuery(kinds), calendarDayQuery(kinds)],
  })
