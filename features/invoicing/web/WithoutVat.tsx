import { Alert, Anchor, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import type { customersWithoutVat } from '../domain/contract.ts'
import styles from './invoice.module.css'

export type CustomersWithoutVat = OutputOf<typeof customersWithoutVat>['customers']

/** The most customers that are named. Further ones are only counted. */
const MOST_NAMED = 20

type Props = {
  customers: CustomersWithoutVat
  /** True if no other orders are invoiced with these, so that they are not left out. */
  alone: boolean
}

/** Names the customers who have no VAT number, with links to their pages, where it is entered. */
export function WithoutVat({ customers, alone }: Props) {
  const { t } = useTranslation('invoicing')
  const orders = customers.reduce((sum, customer) => sum + customer.orderIds.length, 0)
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<TriangleAlert size={16} aria-hidden />}
      title={t('without-vat.title', { number: orders })}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {t(alone ? 'without-vat.alone' : 'without-vat.body')}
      </Text>
      <ul className={styles.customers}>
        {customers.slice(0, MOST_NAMED).map(({ id, name, orderIds }) => (
          <li key={id} data-without-vat={id}>
            <Anchor component={PageLink} to={`/customer-detail/${id}`} target="_blank" size="sm">
              {name}
            </Anchor>{' '}
            <span className="figures">{orderIds.map((orderId) => `#${orderId}`).join(', ')}</span>
          </li>
        ))}
      </ul>
      {customers.length > MOST_NAMED ? (
        <Text size="sm">{t('without-vat.more', { number: customers.length - MOST_NAMED })}</Text>
      ) : null}
    </Alert>
  )
}
