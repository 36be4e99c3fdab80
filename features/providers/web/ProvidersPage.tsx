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
import { countProviders, listProviders, PROVIDERS_PAGE } from '../domain/contract.ts'
import { providersRights } from '../domain/rights.ts'

type ProviderRow = RowOf<typeof listProviders>

const rowKey = (row: ProviderRow): number => row.id
const open = (row: ProviderRow): string => `/provider-detail/${row.id}`

const columnsOf = (t: TFunction<'providers'>): Column<ProviderRow>[] => [
  { key: 'name', header: t('column.name'), sortable: true, filter: true, width: 200, card: 'title' },
  { key: 'label', header: t('column.label'), sortable: true, filter: true, width: 140 },
  { key: 'vat', header: t('column.vat'), sortable: true, filter: true, width: 110 },
  { key: 'phone', header: t('column.phone'), sortable: true, filter: true, width: 120 },
  { key: 'address', header: t('column.address'), sortable: true, filter: true, width: 160 },
  { key: 'city', header: t('parties:field.city'), filter: true, hidden: true },
]

/** Lists all providers, searched by name, label, VAT number or phone. A row opens the provider. */
export default function ProvidersPage() {
  const { t } = useTranslation(['providers', 'parties'])
  const mayWrite = useMay(providersRights.write)
  const columns = useMemo(() => columnsOf(t), [t])
  const create = mayWrite ? (
    <Button component={PageLink} to="/createprovider" leftSection={<Plus size={16} aria-hidden />}>
      {t('title.create')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={t('title.list')} primary={create} />
      <DataTable
        name="providers"
        label={t('title.list')}
        list={listProviders}
        count={countProviders}
        columns={columns}
        rowKey={rowKey}
        open={open}
        pageSize={PROVIDERS_PAGE}
        empty={{ title: t('list.empty'), hint: t('list.empty-hint'), action: create }}
      />
    </>
  )
}
