import { useTranslation } from 'react-i18next'
import { ListTable } from '#web/records/ListTable.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { customerList } from '../domain/contract.ts'

type CustomerRow = RowOf<typeof customerList.list>
/** The data of a chosen customer that a form gets. */
export type PickedCustomer = Pick<CustomerRow, 'id' | 'name' | 'label' | 'phone' | 'vat'>

/** The columns of the list by which a person recognises one. */
const SHOWN = ['name', 'label', 'phone', 'vat']

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
      <ListTable
        declared={customerList}
        name="customer-picker"
        only={SHOWN}
        label={t('picker.title')}
        onOpen={pick}
        keep="memory"
        height="55vh"
      />
    </Dialog>
  )
}
