import { useTranslation } from 'react-i18next'
import { useAddressId } from '#web/router/address-id.ts'
import { RecordPaper } from '#web/ui/paper/RecordPaper.tsx'
import { invoicePaper } from '../../domain/list-contract.ts'
import { NoSuchInvoice } from '../NoSuchInvoice.tsx'

/** Shows an inbound invoice for printing, always in Greek. */
export default function InvoicePaperPage() {
  const { t } = useTranslation('purchases')
  const { id, given } = useAddressId()
  if (id === null) return <NoSuchInvoice given={given} />
  return (
    <RecordPaper
      contract={invoicePaper}
      id={id}
      page={`/invoice-detail/${id}`}
      texts={{ back: t('page.back'), pdf: t('page.pdf'), print: t('page.print-now') }}
    />
  )
}
