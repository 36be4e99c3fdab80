import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type InputOf, MOST_SUMMED, type QueryContract, type sumsOutput } from '#kernel/contract.ts'
import { NOTHING, showCount } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { problemText } from '#web/ui/problems.ts'
import type { DataTableProps } from '#web/ui/table/data-table-props.ts'
import { figureText } from '#web/ui/table/groups/group-rows.ts'
import styles from '#web/ui/table/groups/groups.module.css'
import { type Column, isRight } from '#web/ui/table/table-columns.ts'
import type { useTableData } from '#web/ui/table/table-data.ts'

type Sums = z.output<typeof sumsOutput>['sums']
/** The sums of a list: undefined while they are read, and null above the limit. `problem` is the text of a failure. */
export type ReadSums = { readonly sums: Sums | undefined; readonly problem: string | null }

/** Reads the sums over all rows that the filters find, while the person wants to see them. Null otherwise. */
export function useSums<C extends QueryContract>(
  { sums, list }: DataTableProps<C>,
  { counted, asked }: Pick<ReturnType<typeof useTableData<C>>, 'counted' | 'asked'>,
  isWanted: boolean,
): ReadSums | null {
  const enabled = isWanted && sums !== undefined
  const answer = useAsk(sums ?? list, counted as InputOf<QueryContract>, { ...asked, enabled })
  if (!enabled) return null
  const read = answer.data as z.output<typeof sumsOutput> | undefined
  return { sums: read?.sums, problem: answer.error ? problemText(answer.error) : null }
}

type TableSumsProps = { read: ReadSums; columns: readonly Column<unknown>[]; tickable: boolean }

/** The last row of the table: the sums over all rows of the list, the same on each of its pages. */
export function TableSums({ read: { sums, problem }, columns, tickable }: TableSumsProps) {
  const { t } = useTranslation('frame')
  const said = problem ?? (sums === null ? t('table.sums-limit', { most: showCount(MOST_SUMMED) }) : null)
  return (
    <tfoot role="rowgroup" className={styles.sums}>
      <tr role="row">
        {said !== null ? (
          <td role="gridcell" colSpan={columns.length + (tickable ? 1 : 0)} className={styles.said}>
            {said}
          </td>
        ) : (
          <>
            {tickable ? <td role="gridcell" aria-hidden /> : null}
            {columns.map((column, place) => (
              <SumCell key={column.key} column={column} isFirst={place === 0} sum={sums?.[column.key]} />
            ))}
          </>
        )}
      </tr>
    </tfoot>
  )
}

/** Shows the sum of a column. The first column shows the name of the row if it has no sum. */
function SumCell({
  column,
  isFirst,
  sum,
}: {
  column: Column<unknown>
  isFirst: boolean
  sum: number | null | undefined
}) {
  const { t } = useTranslation('frame')
  const isName = isFirst && !column.sum
  return (
    <td
      role="gridcell"
      className={isRight(column) && !isName ? styles.right : undefined}
      data-from={column.from}
      data-label={column.sum ? column.header : undefined}
      data-name={isName || undefined}
    >
      {column.sum ? (
        sum === null ? (
          <NoSum kind={column.kind} />
        ) : sum === undefined ? (
          '…'
        ) : (
          figureText(column, sum)
        )
      ) : isName ? (
        t('table.sums')
      ) : null}
    </td>
  )
}

/** Stands for a sum of values with different units, or of money that the company hides from the person. */
function NoSum({ kind }: Pick<Column<unknown>, 'kind'>) {
  const { t } = useTranslation('frame')
  const why = t(kind === 'money' ? 'table.hidden-sum' : 'table.no-sum')
  return (
    <span title={why}>
      <span aria-hidden>{NOTHING}</span>
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  )
}
