import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'

/** Says that there is no customer with the id of the address, and leads to the list of customers. */
export function NoSuchCustomer({ given }: { given: string }) {
  const { t } = useTranslation('customers')
  return (
    <NoRecordPage
      missing={refusal('missing', 'customers.missing', { customerId: given })}
      list={{ to: '/customers', label: t('title.list') }}
    />
  )
}
