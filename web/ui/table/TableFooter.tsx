import { ActionIcon, Group } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MOST_COUNTED } from '#kernel/contract.ts'
import { showCount, showRows } from '#web/format.ts'
import styles from '#web/ui/table/table-tools.module.css'

export type TableFooterProps = {
  page: number
  pageSize: number
  shown: number
  more: boolean
  /** Unknown while it is being counted; above `MOST_COUNTED` there are more. */
  total: number | undefined
  turn: (page: number) => void
}

/** Which rows are shown, of how many, and the way to the others. */
export function TableFooter({ page, pageSize, shown, more, total, turn }: TableFooterProps) {
  const { t } = useTranslation('frame')
  const first = (page - 1) * pageSize + 1
  const last = first + shown - 1
  // the last page knows how many there are, however far the server counts
  const isLast = !more && shown > 0
  const ofAll = isLast ? showCount(last) : total === undefined ? '…' : showRows(total)
  return (
    <div className={styles.footer}>
      <span className="figures" role="status">
        {shown === 0 ? ' ' : t('table.range', { first: showCount(first), last: showCount(last), total: ofAll })}
      </span>
      {page > 1 || more ? (
        <Group gap={6} component="nav" aria-label={t('table.pages')}>
          <ActionIcon
            variant="default"
            size={32}
            disabled={page === 1}
            aria-label={t('table.previous-page')}
            onClick={() => turn(page - 1)}
          >
            <ChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <span className="figures">
            {total === undefined
              ? t('table.page', { page })
              : t('table.page-of', { page, pages: more ? pagesOf(total, pageSize, page) : showCount(page) })}
          </span>
          <ActionIcon
            variant="default"
            size={32}
            disabled={!more}
            aria-label={t('table.next-page')}
            onClick={() => turn(page + 1)}
          >
            <ChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ) : null}
    </div>
  )
}

/** How many pages there are; never fewer than another follows, though the count may be a moment older. */
function pagesOf(rows: number, pageSize: number, page: number): string {
  const pages = showCount(Math.max(page + 1, Math.ceil(rows / pageSize)))
  return rows > MOST_COUNTED ? `${pages}+` : pages
}
