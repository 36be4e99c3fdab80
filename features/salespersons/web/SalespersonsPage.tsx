import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Plus } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countSalespersons, listSalespersons, SALESPERSONS_PAGE } from '../domain/contract.ts'
import { salespersonsRights } from '../domain/rights.ts'

type Row = RowOf<typeof listSalespersons>

const rowKey = (row: Row): number => row.id
const open = (row: Row): string => `/salesperson-detail/${row.id}`

const columnsOf = (t: TFunction<'salespersons'>): Column<Row>[] => [
  { key: 'id', header: t('column.id'), kind: 'id', sortable: true, card: 'end' },
  { key: 'name', header: t('field.name'), sortable: true, width: 260, card: 'title' },
  { key: 'surname', header: t('field.surname'), sortable: true, width: 260 },
]

/** Lists all salespersons. A row opens the salesperson. */
export default function SalespersonsPage() {
  const { t } = useTranslation('salespersons')
  const mayWrite = useMay(salespersonsRights.write)
  const columns = useMemo(() => columnsOf(t), [t])
  const create = mayWrite ? (
    <Button component={PageLink} to="/createsalesperson" leftSection={<Plus size={16} aria-hidden />}>
      {t('title.create')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={t('title.list')} primary={create} />
      <DataTable
        name="salespersons"
        label={t('title.list')}
        list={listSalespersons}
        count={countSalespersons}
        columns={columns}
        rowKey={rowKey}
        open={open}
        pageSize={SALESPERSONS_PAGE}
        empty={{ title: t('list.empty'), action: create }}
      />
    </>
  )
}
