import { Button } from '@mantine/core'
import { FileText, Plus } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { PartyView } from '#features/parties/web/page/PartyView.tsx'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { customerPages } from '../customer-pages.ts'
import { CUSTOMER_ACTION, CUSTOMER_HISTORY, CUSTOMER_NOTICE, type OfCustomer } from '../customer-parts.ts'
import { CustomerChanges } from './CustomerChanges.tsx'
import { CustomerOverview } from './CustomerOverview.tsx'

/** The page of one customer: figures, open orders, transactions, and the edit form. */
export default function CustomerPage() {
  return (
    <PartyView
      pages={customerPages}
      notices={(customer) => <CustomerParts kind={CUSTOMER_NOTICE} customer={customer} />}
      overview={(customer) => <CustomerOverview customer={customer} />}
      history={(customer) => (
        <>
          <CustomerParts kind={CUSTOMER_HISTORY} customer={customer} />
          <CustomerChanges id={customer.id} />
        </>
      )}
      secondary={(customer) => <Secondary customer={customer} />}
      primary={(customer) => <NewOrder customer={customer} />}
    />
  )
}

/** What other features add to the page of a customer. */
export function CustomerParts({ kind, customer }: OfCustomer & { kind: typeof CUSTOMER_NOTICE }) {
  return usePageParts(kind).map(({ key, Part }) => <Part key={key} customer={customer} />)
}

function Secondary({ customer }: OfCustomer) {
  const { t } = useTranslation('customers')
  return (
    <>
      <CustomerParts kind={CUSTOMER_ACTION} customer={customer} />
      <Button
        component={PageLink}
        to={`/customer-statement/${customer.id}`}
        variant="default"
        leftSection={<FileText size={16} aria-hidden />}
      >
        {t('title.statement')}
      </Button>
    </>
  )
}

/** What may be done for a customer: a new order, and the actions beside their name. */
export function CustomerActions({ customer }: OfCustomer) {
  return (
    <>
      <NewOrder customer={customer} />
      <Secondary customer={customer} />
    </>
  )
}

function NewOrder({ customer: { id } }: OfCustomer) {
  const { t } = useTranslation('customers')
  if (!useMayOpen('/createorder')) return null
  return (
    <Button component={PageLink} to={`/createorder?customer=${id}`} leftSection={<Plus size={16} aria-hidden />}>
      {t('action.new-order')}
    </Button>
  )
}
