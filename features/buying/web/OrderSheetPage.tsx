import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAddressId } from '#web/router/address-id.ts'
import { RecordPaper } from '#web/ui/paper/RecordPaper.tsx'
import { orderSheet } from '../domain/contract.ts'

/** Shows the sheet of an order at a provider for printing, always in Greek. */
export default function OrderSheetPage() {
  const { t } = useTranslation('purchases')
  const { id, given } = useAddressId()
  if (id === null)
    return (
      <NoRecordPage
        missing={refusal('missing', 'purchases.no-order-sheet', { requestId: given })}
        list={{ to: '/invoices?tab=requests', label: t('tab.requests') }}
      />
    )
  return (
    <RecordPaper
      contract={orderSheet}
      id={id}
      page={`/invoice-detail/${id}`}
      texts={{ back: t('request.back'), pdf: t('page.pdf'), print: t('page.print-now') }}
    />
  )
}
