import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showRows } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { Loading, RefusalText } from '#web/ui/states.tsx'
import { calendarDay, type Cell, type Entry } from '../../domain/contract.ts'
import { keyOf } from '../../domain/moves.ts'
import { useCalendarParts } from '../calendar-parts.ts'
import styles from './agenda.module.css'

type RestProps = { cell: Cell; row: (entry: Entry) => ReactNode }

/** The entries of a day beyond the first ones, one page at a time, so that a day with a thousand entries opens at once. */
export function RestOfDay({ cell, row }: RestProps) {
  const { t } = useTranslation('calendar')
  const [pages, setPages] = useState(0)
  const hidden = cell.count - cell.entries.length
  if (hidden <= 0) return null
  if (pages === 0)
    return (
      <Button variant="default" onClick={() => setPages(1)}>
        {t('more', { rows: showRows(hidden) })}
      </Button>
    )
  return Array.from({ length: pages }, (_, index) => (
    <PageOfDay
      key={index}
      cell={cell}
      row={row}
      page={index + 1}
      showNext={index + 1 === pages ? () => setPages(pages + 1) : null}
    />
  ))
}

function PageOfDay({ cell, row, page, showNext }: RestProps & { page: number; showNext: (() => void) | null }) {
  const { t } = useTranslation('calendar')
  const { moves } = useCalendarParts()
  const answer = useAsk(calendarDay, { day: cell.day, kind: cell.kind, page }, { keepPrevious: true })
  if (!answer.data)
    return answer.error ? (
      <RefusalText error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={8} height={48} />
    )
  const shown = new Set(cell.entries.map(keyOf))
  const gone = new Set(moves.moves.map(({ entry }) => keyOf(entry)))
  const rows = answer.data.rows.filter((entry) => !shown.has(keyOf(entry)) && !gone.has(keyOf(entry)))
  return (
    <>
      <ul className={styles.rows}>{rows.map(row)}</ul>
      {answer.data.more && showNext ? (
        <Button variant="default" onClick={showNext}>
          {t('next-page')}
        </Button>
      ) : null}
    </>
  )
}
