import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'

/** Says that the address names no payment, and leads to the list. */
export function NoSuchPayment({ given }: { given: string }) {
  const { t } = useTranslation('payments')
  return (
    <NoRecordPage
      missing={refusal('missing', 'payments.no-payment', { paymentId: given })}
      list={{ to: '/payments-list', label: t('title.list') }}
    />
  )
}
