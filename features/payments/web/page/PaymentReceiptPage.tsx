import { useTranslation } from 'react-i18next'
import { useAddressId } from '#web/router/address-id.ts'
import { RecordPaper } from '#web/ui/paper/RecordPaper.tsx'
import { NoSuchPayment } from '../NoSuchPayment.tsx'
import { paymentReceipt } from '../../domain/office-contract.ts'

/** Shows the receipt of a payment for printing, always in Greek. */
export default function PaymentReceiptPage() {
  const { t } = useTranslation('payments')
  const { id, given } = useAddressId()
  if (id === null) return <NoSuchPayment given={given} />
  return (
    <RecordPaper
      contract={paymentReceipt}
      id={id}
      page={`/payment-overview/${id}`}
      texts={{ back: t('page.back'), pdf: t('page.pdf'), print: t('page.print-now') }}
    />
  )
}
