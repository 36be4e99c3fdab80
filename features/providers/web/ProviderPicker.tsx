import { useTranslation } from 'react-i18next'
import { ListTable } from '#web/records/ListTable.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { providerList } from '../domain/contract.ts'

type ProviderRow = RowOf<typeof providerList.list>

/** The columns of the list by which a person recognises one. */
const SHOWN = ['name', 'label', 'phone', 'vat']

type Props = { opened: boolean; onClose: () => void; pick: (provider: ProviderRow) => void }

/** Chooses a provider from a table of all, searched by name, label, phone or VAT number. */
export function ProviderPicker({ opened, onClose, pick }: Props) {
  const { t } = useTranslation('providers')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('picker.title')} size="xl">
      <ListTable
        declared={providerList}
        name="provider-picker"
        only={SHOWN}
        label={t('picker.title')}
        onOpen={pick}
        keep="memory"
        height="55vh"
      />
    </Dialog>
  )
}
