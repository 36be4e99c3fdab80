import { useDraggable, useDroppable } from '@dnd-kit/react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { showRows, showWeekday } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import type { Cell, Entry } from '../../domain/contract.ts'
import { keyOf } from '../../domain/moves.ts'
import { EntryLink } from '../EntryLink.tsx'
import { EntryText } from '../EntryText.tsx'
import { useCalendarParts } from '../calendar-parts.ts'
import styles from './grid.module.css'

type DayCellProps = {
  day: Day
  cells: readonly Cell[]
  /** True for the days of the neighbouring months in a month. */
  outside: boolean
  /** The address of the page of this day. */
  to: string
  /** True for a month, whose entries are short lines. */
  brief: boolean
}

/** A day of the grid. Entries are dropped on it. */
export function DayCell({ day, cells, outside, to, brief }: DayCellProps) {
  const { t } = useTranslation('calendar')
  const { ref, isDropTarget } = useDroppable({ id: day, data: { day } })
  const {
    today,
    picked: { picked },
  } = useCalendarParts()
  const arriving = picked !== null && picked.day === day ? picked.entry : null
  const headingId = `calendar-${day}`
  return (
    <section
      ref={ref}
      className={styles.day}
      aria-labelledby={headingId}
      data-day={day}
      data-today={day === today || undefined}
      data-outside={outside || undefined}
      data-target={isDropTarget || arriving !== null || undefined}
    >
      <h2 id={headingId} className={styles.heading}>
        <PageLink to={to} data-open-day aria-current={day === today ? 'date' : undefined}>
          {showWeekday(day, 'short')}
        </PageLink>
      </h2>
      {arriving === null || arriving.day === day ? null : (
        <div className={styles.arriving} aria-hidden>
          {arriving.title}
        </div>
      )}
      {cells.map((cell) => (
        <KindOfDay key={cell.kind} cell={cell} to={to} brief={brief} />
      ))}
      {cells.length === 0 && arriving === null ? (
        <span className={styles.none} aria-label={t('none-of-day')} role="img" />
      ) : null}
    </section>
  )
}

/** The entries of one kind on a day. What does not fit is a link to the page of the day. */
function KindOfDay({ cell, to, brief }: Pick<DayCellProps, 'to' | 'brief'> & { cell: Cell }) {
  const { t } = useTranslation('calendar')
  const { texts } = useCalendarParts()
  const hidden = cell.count - cell.entries.length
  return (
    <div className={styles.kind} data-kind={cell.kind}>
      <h3 className={styles.kindName}>
        <span>{texts.kind(cell.kind)}</span>
        <span className="figures" title={cell.sum === null ? undefined : texts.figure(cell.kind, cell.sum)}>
          {showRows(cell.count)}
        </span>
      </h3>
      <ul className={styles.entries}>
        {cell.entries.map((entry) => (
          <li key={keyOf(entry)}>
            <DraggedEntry entry={entry} brief={brief} />
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <PageLink to={to} className={styles.more}>
          {brief ? `+${showRows(hidden)}` : t('more', { rows: showRows(hidden) })}
        </PageLink>
      ) : null}
    </div>
  )
}

function DraggedEntry({ entry, brief }: { entry: Entry; brief: boolean }) {
  const { moves } = useCalendarParts()
  const { ref, isDragging } = useDraggable({
    id: keyOf(entry),
    data: { entry },
    disabled: !moves.mayMove(entry) || moves.isMoving(entry),
  })
  return (
    <EntryLink entry={entry} ref={ref} className={isDragging ? styles.dragged : undefined}>
      <EntryText entry={entry} shape={brief ? 'line' : 'card'} />
    </EntryLink>
  )
}
