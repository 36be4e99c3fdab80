import { useTranslation } from 'react-i18next'
import { showQuantity } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { Facts } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { customerAccountPage } from '../../domain/account-contract.ts'
import type { Customer } from '../../domain/contract.ts'

type Props = {
  customerId: number
  /** The fields that the company keeps about the customer, such as the hours in which goods are received. */
  fields: Customer['customFields']
}

/** Shows what a clerk should know of a customer before an order: balance, overdue part, lent items, own fields. */
export function CustomerStanding({ customerId, fields }: Props) {
  const { t } = useTranslation('customers')
  const account = useAsk(customerAccountPage, { id: customerId })
  if (account.error) return <RefusalText error={account.error} retry={() => void account.refetch()} />
  const { statistics, overdue, loans } = account.data ?? {}
  const held = loans?.filter((loan) => loan.held > 0) ?? []
  return (
    <div style={{ marginTop: 12 }} data-standing={account.data ? customerId : undefined}>
      <Facts
        items={[
          { label: t('payment.balance'), value: statistics ? <MoneyText value={statistics.balance} /> : null },
          { label: t('standing.overdue'), value: account.data ? <MoneyText value={overdue?.cents ?? 0} /> : null },
          {
            label: t('loans.title'),
            value: held.map((loan) => `${showQuantity(loan.held)} ${loan.name}`).join(', '),
          },
          ...fields.filter(({ name }) => name !== '').map(({ name, value }) => ({ label: name, value })),
        ]}
      />
    </div>
  )
}
