/** Declares what the calendar asks. */
import { z } from 'zod'
import { defineQuery, listOutput, zRefusal, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { calendarRights } from './rights.ts'
import { isSpan } from './span.ts'

const right = calendarRights.read

/** The most entries of one kind that are listed with a day. The page of the day lists the others. */
export const MOST_OF_DAY = 20
/** The entries of one page of a day. */
export const DAY_PAGE = 100

const zKindName = zText(100)
/** The kinds to show. Without it all are shown; kinds that the person may not see are ignored. */
const kinds = z.array(zKindName).max(50).optional()

const zEntry = z.object({
  kind: z.string(),
  id: z.int(),
  day: zDay,
  /** The time as HH:mm; null for the whole day. */
  time: z.string().nullable(),
  code: z.string(),
  title: z.string(),
  subtitle: z.string(),
  status: z.string().nullable(),
  figure: z.int(),
  version: z.int(),
  /** The page of the entry; null if there is none, or the person may not open it. */
  to: z.string().nullable(),
  /** True if the entry has yet to happen. It is late once its day has passed. */
  waits: z.boolean(),
  /** Why the entry cannot be moved; null if it can, or if its kind is never moved. */
  fixed: zRefusal.nullable(),
})
export type Entry = z.output<typeof zEntry>

const zKind = z.object({
  /** `<feature>.<name>`. */
  name: z.string(),
  figure: z.enum(['quantity', 'money', 'orders']),
  /** What the subtitle of an entry names; null if it is shown as it is. */
  subtitle: z.enum(['section']).nullable(),
  /** The command that moves an entry; null if the person cannot move entries of this kind. */
  move: z.string().nullable(),
})
export type Kind = z.output<typeof zKind>

/** The entries of one kind on one day. */
const zCell = z.object({
  day: zDay,
  kind: z.string(),
  /** How many there are. Beyond `MOST_COUNTED` the count stops and `sum` is null. */
  count: z.int(),
  sum: z.int().nullable(),
  /** The first entries. */
  entries: z.array(zEntry),
})
export type Cell = z.output<typeof zCell>

/** Returns the first entries of each day, by kind, and the kinds that the person may see. Days without entries are left out. */
export const calendarDays = defineQuery('calendar.days', {
  right,
  input: z
    .strictObject({ from: zDay, to: zDay, kinds, most: z.int().min(1).max(MOST_OF_DAY).default(MOST_OF_DAY) })
    .refine(isSpan, { path: ['to'], message: 'day' }),
  output: z.object({ kinds: z.array(zKind), cells: z.array(zCell) }),
})

/** Returns one page of the entries of a kind on one day. */
export const calendarDay = defineQuery('calendar.day', {
  right,
  input: z.strictObject({ day: zDay, kind: zKindName, page: z.int().min(1).max(1_000).default(1) }),
  output: listOutput(zEntry),
})
