import { ActionIcon } from '@mantine/core'
import { CalendarArrowUp } from '#web/ui/icon/icons.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { showRows, showWeekday } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import type { Cell, Entry } from '../../domain/contract.ts'
import { keyOf } from '../../domain/moves.ts'
import { EntryLink } from '../EntryLink.tsx'
import { EntryText } from '../EntryText.tsx'
import { useCalendarParts } from '../calendar-parts.ts'
import { nameOf } from '../use-moves.ts'
import styles from './agenda.module.css'
import { MoveDialog } from './MoveDialog.tsx'

type AgendaProps = {
  days: readonly Day[]
  cellsOf: (day: Day) => readonly Cell[]
  /** Returns the address of the page of a day. */
  addressOf: (day: Day) => string
  /** Returns what follows the first entries of a kind, in place of the link to the page of the day. */
  rest?: (cell: Cell, row: (entry: Entry) => ReactNode) => ReactNode
}

/** Days below each other, with a button at each entry that moves it: a week on a phone, and a single day. */
export function Agenda({ days, cellsOf, addressOf, rest }: AgendaProps) {
  const { t } = useTranslation('calendar')
  const { today, texts, moves, picked } = useCalendarParts()
  const [moved, setMoved] = useState<Entry | null>(null)
  const row = (entry: Entry) => (
    <li key={keyOf(entry)} className={styles.row}>
      <EntryLink entry={entry} className={styles.link}>
        <EntryText entry={entry} shape="row" />
      </EntryLink>
      {moves.mayMove(entry) ? (
        <ActionIcon
          className={styles.move}
          variant="default"
          aria-label={t('move.button', { what: nameOf(entry) })}
          loading={moves.isMoving(entry)}
          onClick={() => (entry.fixed ? moves.refuseFixed(entry) : setMoved(entry))}
        >
          <CalendarArrowUp size={20} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  )
  return (
    <div className={styles.agenda}>
      {days.map((day) => {
        const cells = cellsOf(day)
        const target = picked.picked?.day === day ? picked.picked.entry : null
        return (
          <section
            key={day}
            className={styles.day}
            data-day={day}
            data-today={day === today || undefined}
            aria-labelledby={`agenda-${day}`}
          >
            <h2 id={`agenda-${day}`} className={styles.heading}>
              <PageLink to={addressOf(day)} data-open-day aria-current={day === today ? 'date' : undefined}>
                {showWeekday(day)}
              </PageLink>
            </h2>
            {target !== null && target.day !== day ? (
              <div className={styles.arriving} aria-hidden>
                {target.title}
              </div>
            ) : null}
            {cells.length === 0 ? <p className={styles.none}>{t('none-of-day')}</p> : null}
            {cells.map((cell) => (
              <div key={cell.kind} className={styles.kind} data-kind={cell.kind}>
                <h3 className={styles.kindName}>
                  {texts.kind(cell.kind)} <span className="figures">{showRows(cell.count)}</span>
                  {cell.sum === null || cell.count < 2 ? null : (
                    <span className={`${styles.sum} figures`}>{texts.figure(cell.kind, cell.sum)}</span>
                  )}
                </h3>
                <ul className={styles.rows}>{cell.entries.map(row)}</ul>
                {rest ? rest(cell, row) : <Folded cell={cell} to={addressOf(day)} />}
              </div>
            ))}
          </section>
        )
      })}
      <MoveDialog entry={moved} close={() => setMoved(null)} move={(entry, day) => void moves.move(entry, day)} />
    </div>
  )
}

function Folded({ cell, to }: { cell: Cell; to: string }) {
  const { t } = useTranslation('calendar')
  const hidden = cell.count - cell.entries.length
  return hidden > 0 ? (
    <PageLink to={to} className={styles.more}>
      {t('more', { rows: showRows(hidden) })}
    </PageLink>
  ) : null
}
