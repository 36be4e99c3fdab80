import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProfileFacts } from '#features/parties/web/page/PartyProfile.tsx'
import { readAhead as readAnswer, useAsk } from '#web/query.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { AskedPreview } from '#web/ui/table/preview/AskedPreview.tsx'
import { customerOpenOrders, customerStanding } from '../../domain/account-contract.ts'
import { customerDetail } from '../../domain/contract.ts'
import { CUSTOMER_NOTICE, type OfCustomer } from '../customer-parts.ts'
import { CustomerActions, CustomerParts } from '../page/CustomerPage.tsx'
import { CustomerOrders } from '../page/CustomerOrders.tsx'
import { CustomerStanding } from './CustomerStanding.tsx'

/** Reads a customer, how they stand and their open orders. Their account reads their whole history, so it stays unread. */
export const readAhead = (id: number): Promise<unknown> =>
  Promise.all([
    readAnswer(customerDetail, { id }),
    readAnswer(customerStanding, { id }),
    readAnswer(customerOpenOrders, { id }),
  ])

/** Shows a customer beside a list: what may be done for them, how they stand, their open orders and their data. */
export default function CustomerPreview({ id }: { id: number }) {
  return (
    <AskedPreview contract={customerDetail} id={id}>
      {({ party }) => (
        <>
          <CustomerParts kind={CUSTOMER_NOTICE} customer={party} />
          <Group gap="xs" data-tools>
            <CustomerActions customer={party} />
          </Group>
          <CustomerStanding customerId={id} fields={party.customFields} />
          <OpenOrders customer={party} />
          <ProfileFacts party={party} isCustomer />
        </>
      )}
    </AskedPreview>
  )
}

/** The open orders of the customer, if there are any. */
function OpenOrders({ customer: { id } }: OfCustomer) {
  const { t } = useTranslation('customers')
  const { data: open, error, refetch } = useAsk(customerOpenOrders, { id })
  if (error) return <RefusalText error={error} retry={() => void refetch()} />
  if (!open) return null
  const lists = [
    ['orders.offers', open.offers],
    ['orders.pending', open.pending],
    ['orders.preparation', open.preparation],
  ] as const
  return lists
    .filter(([, orders]) => orders.length > 0)
    .map(([title, orders]) => <CustomerOrders key={title} title={t(title)} orders={orders} empty="" brief />)
}
