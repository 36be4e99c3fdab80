import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countCustomers, listCustomers } from '../domain/contract.ts'

type CustomerRow = RowOf<typeof listCustomers>
/** The data of a chosen customer that a form gets. */
export type PickedCustomer = Pick<CustomerRow, 'id' | 'name' | 'label' | 'phone' | 'vat'>

const rowKey = (row: CustomerRow) => row.id

const columnsOf = (t: TFunction<'customers'>): Column<CustomerRow>[] => [
  { key: 'name', header: t('column.name'), sortable: true, filter: true, card: 'title' },
  { key: 'label', header: t('column.label'), sortable: true, filter: true },
  { key: 'phone', header: t('column.phone'), sortable: true, filter: true },
  { key: 'vat', header: t('column.vat'), sortable: true, filter: true },
]

type Props = {
  opened: boolean
  onClose: () => void
  pick: (customer: PickedCustomer) => void
  /** False if the focus moves on to another field after the choice. */
  returnFocus?: boolean
}

/** Chooses a customer from a table of all, searched by name, label, phone or VAT number. */
export function CustomerPicker({ opened, onClose, pick, returnFocus = true }: Props) {
  const { t } = useTranslation('customers')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('picker.title')} size="xl" returnFocus={returnFocus}>
      <CustomerTable pick={pick} />
    </Dialog>
  )
}

function CustomerTable({ pick }: Pick<Props, 'pick'>) {
  const { t } = useTranslation('customers')
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <DataTable
      name="customer-picker"
      label={t('picker.title')}
      list={listCustomers}
      count={countCustomers}
      columns={columns}
      rowKey={rowKey}
      onOpen={pick}
      keep="memory"
      height="55vh"
    />
  )
}
