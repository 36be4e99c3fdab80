import { Alert, Anchor, Text, VisuallyHidden } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { UnionVatCheck } from '#features/customers/web/UnionVatCheck.tsx'
import type { OutputOf } from '#kernel/contract.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import type { customersInDoubt } from '../domain/contract.ts'
import { type Doubt, DOUBTS } from '../domain/sending.ts'
import styles from './invoice.module.css'

export type DoubtfulCustomers = OutputOf<typeof customersInDoubt>['customers']

/** The most customers that are named. Further ones are only counted. */
const MOST_NAMED = 20

/** Returns what the command is told about the warnings that the person has seen. */
export const warnedOf = (customers: DoubtfulCustomers) => ({
  withoutVat: customers.some(({ doubt }) => doubt === 'without-vat'),
  closed: customers.some(({ doubt }) => doubt === 'closed'),
  unverified: customers.some(({ doubt }) => doubt === 'unverified'),
})

/** Returns the text of the button that sends the invoices in spite of the warnings. */
export function sendText(customers: DoubtfulCustomers) {
  const { closed, withoutVat } = warnedOf(customers)
  return closed ? ('closed.send' as const) : withoutVat ? ('without-vat.send' as const) : ('unverified.send' as const)
}

type Props = {
  customers: DoubtfulCustomers
  /** True if no other orders are invoiced with these, so that they are not left out. */
  alone: boolean
}

/** Names the customers of whom a person is warned before the press, by reason, with links to their pages and to the merge. */
export function CustomersInDoubt({ customers, alone }: Props) {
  return DOUBTS.map((doubt) => {
    const those = customers.filter((customer) => customer.doubt === doubt)
    return those.length === 0 ? null : <OneDoubt key={doubt} doubt={doubt} customers={those} alone={alone} />
  })
}

function OneDoubt({ doubt, customers, alone }: Props & { doubt: Doubt }) {
  const { t } = useTranslation('invoicing')
  // the customer may be entered twice, and the other one may have the VAT number
  const mayMerge = useMayOpen('/merge-customers')
  const [only, ...others] = customers
  const orders = customers.reduce((sum, customer) => sum + customer.orderIds.length, 0)
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<TriangleAlert size={16} aria-hidden />}
      title={t(`${doubt}.title`, { number: orders })}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {t(`${doubt}.${alone ? 'alone' : 'body'}`)}
      </Text>
      <ul className={styles.customers}>
        {customers.slice(0, MOST_NAMED).map(({ id, name, orderIds }) => (
          <li key={id} data-doubt={doubt}>
            <Anchor component={PageLink} to={`/customer-detail/${id}`} target="_blank" size="sm">
              {name}
            </Anchor>{' '}
            <span className="figures">{orderIds.map((orderId) => `#${orderId}`).join(', ')}</span>
            {mayMerge ? (
              <>
                {' · '}
                <Anchor component={PageLink} to={`/merge-customers?from=${id}`} target="_blank" size="sm">
                  {t('merge')}
                  <VisuallyHidden>({name})</VisuallyHidden>
                </Anchor>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {doubt === 'unverified' && alone && only && others.length === 0 ? (
        <UnionVatCheck customerId={only.id} asksAtOnce />
      ) : null}
      {customers.length > MOST_NAMED ? (
        <Text size="sm">{t('without-vat.more', { number: customers.length - MOST_NAMED })}</Text>
      ) : null}
    </Alert>
  )
}
