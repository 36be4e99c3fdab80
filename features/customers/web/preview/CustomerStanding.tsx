import { useTranslation } from 'react-i18next'
import { showQuantity } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { Facts } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { customerStanding } from '../../domain/account-contract.ts'
import type { Customer } from '../../domain/contract.ts'

type Props = {
  customerId: number
  /** The fields that the company keeps about the customer, such as the hours in which goods are received. */
  fields: Customer['customFields']
}

/** Shows what a clerk should know of a customer before an order: balance, overdue part, lent items, own fields. */
export function CustomerStanding({ customerId, fields }: Props) {
  const { t } = useTranslation('customers')
  const answer = useAsk(customerStanding, { id: customerId })
  if (answer.error) return <RefusalText error={answer.error} retry={() => void answer.refetch()} />
  const { balance, overdue, held = [] } = answer.data ?? {}
  return (
    <div style={{ marginTop: 12 }} data-standing={answer.data ? customerId : undefined}>
      <Facts
        items={[
          { label: t('payment.balance'), value: balance === undefined ? null : <MoneyText value={balance} /> },
          { label: t('standing.overdue'), value: overdue === undefined ? null : <MoneyText value={overdue} /> },
          {
            label: t('loans.title'),
            value: held.map(({ quantity, name }) => `${showQuantity(quantity)} ${name}`).join(', '),
          },
          ...fields.filter(({ name }) => name !== '').map(({ name, value }) => ({ label: name, value })),
        ]}
      />
    </div>
  )
}
