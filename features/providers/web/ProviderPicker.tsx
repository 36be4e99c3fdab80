import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countProviders, listProviders } from '../domain/contract.ts'

type ProviderRow = RowOf<typeof listProviders>

const rowKey = (row: ProviderRow) => row.id

const columnsOf = (t: TFunction<'providers'>): Column<ProviderRow>[] => [
  { key: 'name', header: t('column.name'), sortable: true, filter: true, card: 'title' },
  { key: 'label', header: t('column.label'), sortable: true, filter: true },
  { key: 'phone', header: t('column.phone'), sortable: true, filter: true },
  { key: 'vat', header: t('column.vat'), sortable: true, filter: true },
]

type Props = { opened: boolean; onClose: () => void; pick: (provider: ProviderRow) => void }

/** Chooses a provider from a table of all, searched by name, label, phone or VAT number. */
export function ProviderPicker({ opened, onClose, pick }: Props) {
  const { t } = useTranslation('providers')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('picker.title')} size="xl">
      <ProviderTable pick={pick} />
    </Dialog>
  )
}

function ProviderTable({ pick }: Pick<Props, 'pick'>) {
  const { t } = useTranslation('providers')
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <DataTable
      name="provider-picker"
      label={t('picker.title')}
      list={listProviders}
      count={countProviders}
      columns={columns}
      rowKey={rowKey}
      onOpen={pick}
      keep="memory"
      height="55vh"
    />
  )
}
