import { useTranslation } from 'react-i18next'
import { useAddressId } from '#web/router/address-id.ts'
import { RecordPaper } from '#web/ui/paper/RecordPaper.tsx'
import { orderSheet } from '../domain/contract.ts'
import { NoSuchOrder } from './NoSuchOrder.tsx'

/** Shows the sheet of an order at a provider for printing, always in Greek. */
export default function OrderSheetPage() {
  const { t } = useTranslation('purchases')
  const { id, given } = useAddressId()
  if (id === null) return <NoSuchOrder given={given} />
  return (
    <RecordPaper
      contract={orderSheet}
      id={id}
      page={`/invoice-detail/${id}`}
      texts={{ back: t('request.back'), pdf: t('page.pdf'), print: t('page.print-now') }}
    />
  )
}
