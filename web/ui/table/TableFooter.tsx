import { ActionIcon, Group } from '@mantine/core'
import { ChevronLeft, ChevronRight } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { MOST_COUNTED } from '#kernel/contract.ts'
import { showCount, showRows } from '#web/format.ts'
import styles from '#web/ui/table/table-tools.module.css'
import { idleIf } from '#web/ui/idle.ts'

type TableFooterProps = {
  /** The wanted page. Until it is answered the rows of another page are shown. */
  page: number
  data: {
    readonly pageSize: number
    /** The number of rows before the first shown one. */
    readonly before: number
    readonly rows: readonly unknown[]
    readonly more: boolean
    /** Undefined while counting. Above `MOST_COUNTED` there are more rows. */
    readonly total: number | undefined
  }
  turn: (page: number) => void
}

/** Shows the range of rows, the total, and the buttons to other pages. */
export function TableFooter({ page, data, turn }: TableFooterProps) {
  const { t } = useTranslation('frame')
  const { pageSize, before, more, total } = data
  const shown = data.rows.length
  const last = before + shown
  // The last page shows the total even beyond the counting limit.
  const isLast = !more && shown > 0
  const ofAll = isLast
    ? showCount(last)
    : total === undefined
      ? '…'
      : // rows that were added after they were counted
        total < last
        ? `${showCount(last)}+`
        : showRows(total)
  return (
    <div className={styles.footer} data-tools>
      <span className="figures" role="status">
        {shown > 0
          ? t('table.range', { first: showCount(before + 1), last: showCount(last), total: ofAll })
          : before === 0
            ? t('table.no-rows')
            : ' '}
      </span>
      {page > 1 || more ? (
        <Group gap={6} component="nav" aria-label={t('table.pages')}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('table.previous-page')}
            {...idleIf(page === 1, () => turn(page - 1))}
          >
            <ChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <span className="figures">
            {total === undefined || shown === 0
              ? t('table.page', { page })
              : t('table.page-of', { page, pages: more ? pagesOf(total, pageSize, page) : showCount(page) })}
          </span>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('table.next-page')}
            {...idleIf(!more, () => turn(page + 1))}
          >
            <ChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ) : null}
    </div>
  )
}

/** Returns the number of pages. It includes a following page even if the count is older than that. */
function pagesOf(rows: number, pageSize: number, page: number): string {
  const pages = showCount(Math.max(page + 1, Math.ceil(rows / pageSize)))
  return rows > MOST_COUNTED ? `${pages}+` : pages
}
