import type { TFunction } from 'i18next'
import { Button } from '@mantine/core'
import { Plus } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { CUSTOMERS_PAGE, countCustomers, listCustomers } from '../domain/contract.ts'
import { customersRights } from '../domain/rights.ts'

type CustomerRow = RowOf<typeof listCustomers>

const rowKey = (row: CustomerRow): number => row.id
const open = (row: CustomerRow): string => `/customer-detail/${row.id}`

const columnsOf = (t: TFunction<'customers'>): Column<CustomerRow>[] => [
  { key: 'name', header: t('column.name'), sortable: true, filter: true, width: 220, card: 'title' },
  { key: 'label', header: t('column.label'), sortable: true, filter: true, width: 200 },
  { key: 'vat', header: t('column.vat'), sortable: true, filter: true },
  { key: 'phone', header: t('column.phone'), sortable: true, filter: true },
  { key: 'category', header: t('column.category'), sortable: true, filter: true, from: 760 },
  { key: 'city', header: t('parties:field.city'), sortable: true, filter: true, hidden: true },
]

/** Lists all customers, searched by name, label, VAT number or phone. A row opens the customer. */
export default function CustomersPage() {
  const { t } = useTranslation(['customers', 'parties'])
  const mayWrite = useMay(customersRights.write)
  const columns = useMemo(() => columnsOf(t), [t])
  const create = mayWrite ? (
    <Button component={PageLink} to="/createcustomer" leftSection={<Plus size={16} aria-hidden />}>
      {t('title.create')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={t('title.list')} primary={create} />
      <DataTable
        name="customers"
        label={t('title.list')}
        list={listCustomers}
        count={countCustomers}
        columns={columns}
        rowKey={rowKey}
        open={open}
        pageSize={CUSTOMERS_PAGE}
        signOutWhenRefused
        empty={{ title: t('list.empty'), hint: t('list.empty-hint'), action: create }}
      />
    </>
  )
}
