import { useTranslation } from 'react-i18next'
import type { QueryContract } from '#kernel/contract.ts'
import type { DataTableProps } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'

/** The table in a drawer of a report: the documents that sum to the figure that was pressed, with their sums at first. */
export function DrawerTable<C extends QueryContract>(props: Omit<DataTableProps<C>, 'empty'>) {
  const { t } = useTranslation('reports')
  return (
    <DataTable {...props} sumsAtFirst keep="memory" plain compact height="none" empty={{ title: t('document.none') }} />
  )
}
