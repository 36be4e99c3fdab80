import { useDroppable } from '@dnd-kit/react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import type { Quantity } from '#kernel/money.ts'
import { showCount, showQuantity, showWeekday } from '#web/format.ts'
import type { BoardCell, BoardDay, BoardTask } from '../../domain/board-contract.ts'
import { BoardCard } from './BoardCard.tsx'
import styles from './board.module.css'

type CellProps = { mayPlan: boolean; choose: (task: BoardTask) => void }

/** The tasks of a section that are late or have no day. */
export function LooseCell({
  cell,
  label,
  isLate,
  ...shared
}: CellProps & { cell: BoardCell; label: string; isLate: boolean }) {
  return (
    <section className={styles.cell} aria-label={label} data-loose>
      <Cards cell={cell} isLate={isLate} {...shared} />
    </section>
  )
}

type DayCellProps = CellProps & {
  section: string
  cell: BoardDay
  /** What a working day takes, in minutes or in pieces; null if it is not known. */
  capacity: Quantity | null
  inMinutes: boolean
}

/** A day of a section with its load. Tasks are dropped on it. */
export function DayCell({ section, cell, capacity, inMinutes, ...shared }: DayCellProps) {
  const { day } = cell
  const { ref, isDropTarget } = useDroppable({ id: `${section} ${day}`, data: { day } })
  return (
    <section
      ref={ref}
      className={styles.cell}
      aria-label={`${section}, ${showWeekday(day, 'short')}`}
      data-day={day}
      data-target={isDropTarget || undefined}
    >
      <Load cell={cell} capacity={capacity} inMinutes={inMinutes} />
      <Cards cell={cell} isLate={false} {...shared} />
    </section>
  )
}

/** What a day has to make, as a part of what its section can make (C-82). */
function Load({ cell, capacity, inMinutes }: Pick<DayCellProps, 'cell' | 'capacity' | 'inMinutes'>) {
  const { t } = useTranslation('production')
  const { left, planned, carried, uncounted, percent, isOver } = cell
  if (cell.count === 0 && carried === 0) return null
  const texts = [
    percent === null ? null : t('board.percent', { percent: showCount(percent) }),
    capacity === null || percent === null
      ? showQuantity(left)
      : t(inMinutes ? 'board.load-minutes' : 'board.load', {
          left: showQuantity(planned),
          capacity: showQuantity(capacity),
        }),
    capacity !== null && percent === null ? t('board.day-off') : null,
    carried === 0 ? null : t('board.carried', { carried: showQuantity(carried) }),
    capacity === null || uncounted === 0 ? null : t('board.uncounted', { count: uncounted }),
  ]
  return (
    <p className={styles.load} data-over={isOver || undefined}>
      {percent === null ? null : <progress value={Math.min(percent, 100)} max={100} aria-hidden />}
      {texts.filter((text) => text !== null).join(' · ')}
    </p>
  )
}

function Cards({ cell, isLate, ...shared }: CellProps & { cell: BoardCell; isLate: boolean }) {
  const { t } = useTranslation('production')
  const hidden = cell.count - cell.tasks.length
  return (
    <>
      <ul className={styles.cards}>
        {cell.tasks.map((task) => (
          <BoardCard key={task.id} task={task} isLate={isLate} {...shared} />
        ))}
      </ul>
      {hidden > 0 ? <p className={styles.facts}>{t('next.more', { count: hidden })}</p> : null}
    </>
  )
}

/** The day of a cell in which a task was dropped. */
export const dayOfTarget = (data: object): Day => (data as { day: Day }).day
