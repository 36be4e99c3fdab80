/** Keeps in the address what the calendar shows, so that a link and the back button restore it. */
import { z } from 'zod'
import { dayOf, isDay } from '#kernel/day.ts'
import { useSearchTexts } from '#web/navigation.tsx'
import { type CalendarView, VIEWS } from '../domain/span.ts'

const state = z.object({
  view: z.enum(VIEWS).catch('week'),
  day: z.string().refine(isDay).optional().catch(undefined),
  kinds: z.string().optional().catch(undefined),
})

/** The value in the address if no kind is shown. */
const NONE = 'none'

type Patch = { readonly view?: CalendarView; readonly day?: string; readonly kinds?: readonly string[] | null }

/** Returns the shown view, its day and the chosen kinds (undefined for all), and a function that opens another place. */
export function usePlace() {
  const [texts, change] = useSearchTexts()
  const { view, day, kinds } = state.parse(texts)
  const today = dayOf(new Date().toISOString())
  return {
    view,
    day: day ?? today,
    today,
    kinds: kinds === undefined ? undefined : kinds.split(',').filter((kind) => kind !== NONE),
    /** Returns the address of the page of a day, with the same kinds. */
    addressOfDay: (of: string) =>
      `/calendar?${new URLSearchParams({ view: 'day', day: of, ...(kinds !== undefined && { kinds }) })}`,
    /** With `replace` the back button skips the present place. */
    open: (patch: Patch, options: { replace?: boolean } = {}) =>
      change(
        {
          ...(patch.view && { view: patch.view === 'week' ? undefined : patch.view }),
          ...(patch.day && { day: patch.day === today ? undefined : patch.day }),
          ...(patch.kinds !== undefined && { kinds: patch.kinds === null ? undefined : patch.kinds.join() || NONE }),
        },
        { push: !options.replace },
      ),
  }
}
export type Place = ReturnType<typeof usePlace>
