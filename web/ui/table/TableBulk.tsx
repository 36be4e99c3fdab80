import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf, QueryContract } from '#kernel/contract.ts'
import { askQuery } from '#web/api.ts'
import { showCount, showRows } from '#web/format.ts'
import styles from '#web/ui/table/table-tools.module.css'

/** `more` when there are more than are acted on together; what else the query answers comes along. */
export type RowIds = { ids: number[]; more: boolean; readonly [further: string]: unknown }

/** Every row that matches, beyond those that are on screen. */
export type AllRows = {
  /** How many the list counts. */
  readonly count: number
  /** Their numbers, read when they are needed. */
  readonly ids: () => Promise<RowIds>
}

/** How the numbers of all rows are read; null when the list has no such query. */
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

/** Over the rows while some are ticked: how many, what may be done with them, and taking all that match. */
export function TableBulk({
  count,
  total,
  taken,
  takeAll,
  children,
}: {
  count: number
  /** How many match in all, when there are more than those on this page; otherwise null. */
  total: number | null
  /** How many rows were taken when all that match are; otherwise undefined. */
  taken: number | undefined
  takeAll: (all: boolean) => void
  children: ReactNode
}) {
  const { t } = useTranslation('frame')
  const text =
    taken !== undefined ? t('table.all-selected', { shown: showCount(taken) }) : t('table.selected', { count })
  return (
    <div className={styles.bulk} role="region" aria-label={text}>
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
