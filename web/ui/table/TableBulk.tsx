import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf, QueryContract } from '#kernel/contract.ts'
import { askQuery } from '#web/api.ts'
import { showRows } from '#web/format.ts'
import { tickedText } from '#web/ui/table/said-of-table.ts'
import styles from '#web/ui/table/table-tools.module.css'

/** `more` is true if more rows match than one action may process. The query may return further data. */
export type RowIds = { ids: number[]; more: boolean; readonly [further: string]: unknown }

/** Every matching row, including those on other pages. */
export type AllRows = {
  /** The count of the list. */
  readonly count: number
  /** Reads the ids of all rows when they are needed. */
  readonly ids: () => Promise<RowIds>
}

/** Returns a function that reads the ids of all rows, or null if the list has no such query. */
export function useAllRows(contract: QueryContract | undefined, input: object): AllRows['ids'] | null {
  const key = JSON.stringify(input)
  return useMemo(
    () =>
      contract === undefined
        ? null
        : async () => (await askQuery(contract, JSON.parse(key) as InputOf<QueryContract>)) as RowIds,
    [contract, key],
  )
}

/** The bar over ticked rows: their number, the actions, and selecting all matching rows. */
export function TableBulk({
  count,
  total,
  taken,
  takeAll,
  children,
}: {
  count: number
  /** The number of all matching rows if there are more than on this page, and else null. */
  total: number | null
  /** The number of selected rows after all matching ones were selected, and else undefined. */
  taken: number | undefined
  takeAll: (all: boolean) => void
  children: ReactNode
}) {
  const { t } = useTranslation('frame')
  const text = tickedText(t, count, taken)
  return (
    <div className={styles.bulk} data-tools role="region" aria-label={text}>
      <strong>{text}</strong>
      {total === null ? null : taken !== undefined ? (
        <Button size="compact-sm" variant="subtle" onClick={() => takeAll(false)}>
          {t('table.only-page')}
        </Button>
      ) : (
        <Button size="compact-sm" variant="light" onClick={() => takeAll(true)}>
          {t('table.take-all', { shown: showRows(total) })}
        </Button>
      )}
      {children}
    </div>
  )
}
