import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { type Day } from '#kernel/day.ts'
import { showDay, showMonth } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { calendarDays, type Cell, type Kind, MOST_OF_DAY } from '../domain/contract.ts'
import { withMoves } from '../domain/moves.ts'
import { type CalendarView, daysOf, spanOf } from '../domain/span.ts'
import { Agenda } from './agenda/Agenda.tsx'
import { RestOfDay } from './agenda/RestOfDay.tsx'
import { CalendarPartsContext } from './calendar-parts.ts'
import { CalendarTools } from './CalendarTools.tsx'
import { HOW_ID } from './EntryLink.tsx'
import { DayGrid } from './grid/DayGrid.tsx'
import { MonthOverview } from './grid/MonthOverview.tsx'
import { useKindTexts } from './kind-texts.ts'
import { RefusedMove } from './RefusedMove.tsx'
import { useMoves } from './use-moves.ts'
import { usePicked } from './use-picked.ts'
import { type Place, usePlace } from './use-place.ts'

const NO_KINDS: readonly Kind[] = []
const NO_CELLS: readonly Cell[] = []

/** The most entries of a kind that a day shows. A link leads to the others. */
const SHOWN: Readonly<Record<CalendarView, number>> = { week: 8, month: 3, day: MOST_OF_DAY }

/** Returns the shown days as the subtitle of the page. */
const periodText = (view: CalendarView, day: Day, { from, to }: { from: Day; to: Day }): string =>
  view === 'month' ? showMonth(day) : view === 'day' ? showDay(day) : `${showDay(from)} – ${showDay(to)}`

/** Shows records on their days, such as deliveries and tasks, by week, month or day. Moves them to other days. */
export default function CalendarPage() {
  const { t } = useTranslation('calendar')
  const narrow = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const place = usePlace()
  const { view, day, today } = place
  const span = spanOf(view, day)
  const answer = useCalendar(place)
  const { kinds = NO_KINDS } = answer.data ?? {}
  const texts = useKindTexts(kinds)
  const moves = useMoves(kinds)
  const picked = usePicked(moves, (to) => {
    if (to < span.from || to > span.to) place.open({ day: to }, { replace: true })
  })
  const cells = Map.groupBy(withMoves(answer.data?.cells ?? NO_CELLS, moves.moves), (cell) => cell.day)
  const orderOf = (cell: Cell) => kinds.findIndex(({ name }) => name === cell.kind)
  const cellsOf = (of: Day) => (cells.get(of) ?? NO_CELLS).toSorted((a, b) => orderOf(a) - orderOf(b))
  const label = periodText(view, day, span)
  const shared = { days: daysOf(span), cellsOf, addressOf: place.addressOfDay }

  return (
    <CalendarPartsContext value={{ today, texts, moves, picked }}>
      <PageHeader title={t('title.calendar')} subtitle={label} />
      <CalendarTools place={place} kinds={kinds} texts={texts} narrow={narrow} />
      <VisuallyHidden id={HOW_ID}>{t('how')}</VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{picked.spoken}</VisuallyHidden>
      {moves.refused ? <RefusedMove refused={moves.refused} moves={moves} /> : null}
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <Loading rows={8} height={64} />
      ) : narrow && view === 'month' ? (
        <MonthOverview label={label} day={day} today={today} {...shared} />
      ) : narrow || view === 'day' ? (
        <Agenda
          {...shared}
          {...(view === 'day' && {
            rest: (cell, row) => <RestOfDay cell={cell} row={row} />,
          })}
        />
      ) : (
        <DayGrid view={view} label={label} day={day} {...shared} />
      )}
    </CalendarPartsContext>
  )
}

/** Reads the entries of the shown days. The former entries stay on the screen until the new ones have arrived. */
function useCalendar({ view, day, kinds: chosen }: Place) {
  const { from, to } = spanOf(view, day)
  return useAsk(calendarDays, { from, to, most: SHOWN[view], kinds: chosen && [...chosen] }, { keepPrevious: true })
}
