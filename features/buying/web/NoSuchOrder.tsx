import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'

/** Says that there is no order at a provider with the id of the address, and leads to the requests. */
export function NoSuchOrder({ given }: { given: string }) {
  const { t } = useTranslation('purchases')
  return (
    <NoRecordPage
      missing={refusal('missing', 'purchases.no-order-sheet', { requestId: given })}
      list={{ to: '/invoices?tab=requests', label: t('tab.requests') }}
    />
  )
}
