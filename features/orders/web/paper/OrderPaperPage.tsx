import { useTranslation } from 'react-i18next'
import { useAddressId } from '#web/router/address-id.ts'
import { RecordPaper } from '#web/ui/paper/RecordPaper.tsx'
import { orderSheetPaper } from '../../domain/paper/contract.ts'
import { NoSuchOrder } from '../NoSuchOrder.tsx'

/** Shows the sheet of an order or offer for printing, always in Greek. */
export default function OrderPaperPage() {
  const { t } = useTranslation('orders')
  const { id, given } = useAddressId()
  if (id === null) return <NoSuchOrder given={given} />
  return (
    <RecordPaper
      contract={orderSheetPaper}
      id={id}
      page={`/order-detail/${id}`}
      texts={{ back: t('action.back'), pdf: t('papers.pdf'), print: t('action.print') }}
    />
  )
}
