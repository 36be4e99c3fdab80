import { Alert, Anchor, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import type { notInvoiceable } from '../domain/contract.ts'
import styles from './invoice.module.css'

export type CustomersWithoutVat = OutputOf<typeof notInvoiceable>['customers']

/** The most customers that are named. Further ones are only counted. */
const MOST_NAMED = 20

/** Names the customers who cannot be invoiced, with links to their pages, where the VAT number is entered. */
export function NotInvoiceable({ customers }: { customers: CustomersWithoutVat }) {
  const { t } = useTranslation('invoicing')
  const orders = customers.reduce((sum, customer) => sum + customer.orderIds.length, 0)
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<TriangleAlert size={16} aria-hidden />}
      title={t('not-invoiceable.title', { number: orders })}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {t('not-invoiceable.body')}
      </Text>
      <ul className={styles.customers}>
        {customers.slice(0, MOST_NAMED).map(({ id, name, orderIds }) => (
          <li key={id} data-not-invoiceable={id}>
            <Anchor component={PageLink} to={`/customer-detail/${id}`} target="_blank" size="sm">
              {name}
            </Anchor>{' '}
            <span className="figures">{orderIds.map((orderId) => `#${orderId}`).join(', ')}</span>
          </li>
        ))}
      </ul>
      {customers.length > MOST_NAMED ? (
        <Text size="sm">{t('not-invoiceable.more', { number: customers.length - MOST_NAMED })}</Text>
      ) : null}
    </Alert>
  )
}
