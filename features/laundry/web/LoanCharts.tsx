import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customerLoans, loanTotals, productLoans } from '#features/loans/domain/contract.ts'
import { useAsk } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { BarList } from './BarList.tsx'
import { HolderPick } from './HolderPick.tsx'
import { ProposeAll } from './ProposeInvoice.tsx'
import { StatementOf } from './StatementLink.tsx'
import styles from './loans.module.css'

type Named = { readonly id: number; readonly name: string }

/** The balance of each lent item at all customers together, and of each item at one customer. */
export function LoanCharts() {
  return (
    <div className={styles.columns}>
      <ByProduct />
      <ByCustomer />
    </div>
  )
}

function ByProduct() {
  const { t } = useTranslation('laundry')
  const [chosen, setChosen] = useState<Named | null>(null)
  const answer = useAsk(loanTotals, {})
  return (
    <Panel title={t('loans.by-product')}>
      {answer.data ? (
        <>
          <Facts items={[{ label: t('loans.total'), value: <QuantityText value={answer.data.total} /> }]} />
          <BarList
            label={t('loans.by-product')}
            bars={answer.data.products.map(({ productId, productName, quantity }) => ({
              key: `${productId ?? productName}`,
              name: productName,
              value: quantity,
              ...(productId !== null && { press: () => setChosen({ id: productId, name: productName }) }),
            }))}
          />
        </>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading />
      )}
      {chosen ? <CustomersDialog product={chosen} onClose={() => setChosen(null)} /> : null}
    </Panel>
  )
}

/** The customers that have a lent item, without those whose balance is 0 (S2-LON-05). */
function CustomersDialog({ product, onClose }: { product: Named; onClose: () => void }) {
  const { t } = useTranslation('laundry')
  const answer = useAsk(productLoans, { productId: product.id })
  return (
    <Dialog opened onClose={onClose} title={product.name} size="lg">
      {answer.data ? (
        <BarList
          label={t('loans.customers-of', { name: product.name })}
          bars={answer.data.customers.map(({ customerId, customerName, quantity }) => ({
            key: `${customerId ?? customerName}`,
            name: customerName,
            value: quantity,
            ...(customerId !== null && { to: `/customer-detail/${customerId}` }),
          }))}
        />
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function ByCustomer() {
  const { t } = useTranslation('laundry')
  const [customer, setCustomer] = useState<Named | null>(null)
  return (
    <Panel title={customer?.name ?? t('loans.by-customer')}>
      <HolderPick label={t('loans.choose-customer')} choose={setCustomer} />
      {customer ? <ItemsOf customer={customer} /> : null}
    </Panel>
  )
}

function ItemsOf({ customer: { id, name } }: { customer: Named }) {
  const { t } = useTranslation('laundry')
  const answer = useAsk(customerLoans, { customerId: id })
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading />
  if (answer.data.products.length === 0) return <EmptyState title={t('loans.nothing-at', { name })} />
  return (
    <>
      <Text mt="sm">
        {t('loans.total-of-customer')} <QuantityText value={answer.data.total} />
      </Text>
      <BarList
        label={t('loans.items-of', { name })}
        bars={answer.data.products.map(({ productId, productName, quantity }) => ({
          key: `${productId ?? productName}`,
          name: productName,
          value: quantity,
        }))}
      />
      <Group mt="sm" gap="xs">
        <StatementOf id={id} />
        <ProposeAll customerId={id} />
      </Group>
    </>
  )
}
