import { DragDropProvider } from '@dnd-kit/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { dragPlugins, POINTER } from '#web/ui/dragging/drag-plugins.ts'
import type { Cell, Entry } from '../../domain/contract.ts'
import type { CalendarView } from '../../domain/span.ts'
import { useCalendarParts } from '../calendar-parts.ts'
import { DayCell } from './DayCell.tsx'
import styles from './grid.module.css'

type DayGridProps = {
  view: CalendarView
  label: string
  days: readonly Day[]
  /** The day in the address; its month is the shown one. */
  day: Day
  cellsOf: (day: Day) => readonly Cell[]
  addressOf: (day: Day) => string
}

/** A week or a month as a grid. Entries are dragged to another day by mouse or finger, or moved by keys. */
export function DayGrid({ view, label, days, day: shown, cellsOf, addressOf }: DayGridProps) {
  const { moves } = useCalendarParts()
  const { i18n } = useTranslation()
  const settings = useMemo(() => ({ sensors: [POINTER], plugins: dragPlugins() }), [])
  return (
    <DragDropProvider
      key={i18n.language}
      {...settings}
      onDragEnd={({ canceled, operation: { source, target } }) => {
        if (canceled || !source || !target) return
        void moves.move((source.data as { entry: Entry }).entry, (target.data as { day: Day }).day)
      }}
    >
      <div className={styles.grid} data-view={view} role="group" aria-label={label}>
        {days.map((day) => (
          <DayCell
            key={day}
            day={day}
            outside={view === 'month' && day.slice(0, 7) !== shown.slice(0, 7)}
            cells={cellsOf(day)}
            to={addressOf(day)}
            brief={view === 'month'}
          />
        ))}
      </div>
    </DragDropProvider>
  )
}
