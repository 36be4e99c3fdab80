import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'

/** Says that there is no invoice with the id of the address, and leads to the list. */
export function NoSuchInvoice({ given }: { given: string }) {
  const { t } = useTranslation('purchases')
  return (
    <NoRecordPage
      missing={refusal('missing', 'purchases.no-invoice', { invoiceId: given })}
      list={{ to: '/invoices', label: t('title.list') }}
    />
  )
}
