import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PartyTransactions } from '#features/parties/web/page/PartyTransactions.tsx'
import type { OutputOf } from '#kernel/contract.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import type { customerAccountPage } from '../../domain/account-contract.ts'

type Account = OutputOf<typeof customerAccountPage>

/** Lists shipped orders, their credit notes, payments and the opening balance, oldest first, with the balance after each. Payments are negative. */
export function CustomerTransactions({ transactions, truncated }: Pick<Account, 'transactions' | 'truncated'>) {
  return (
    <PartyTransactions
      transactions={transactions}
      truncated={truncated}
      nameOf={(transaction) => <TransactionName transaction={transaction} />}
    />
  )
}

/** Names a transaction: a link to the order or to the payment, if the person may open it. */
function TransactionName({
  transaction: { kind, id, type, settles },
}: {
  transaction: Account['transactions'][number]
}) {
  const { t } = useTranslation(['customers', 'parties'])
  const mayOpenPayment = useMayOpen('/payment-overview/$id')
  if (kind === 'opening') return t('statistics.opening')
  if (kind === 'credit')
    return (
      <Anchor component={PageLink} to={`/order-detail/${settles}`} size="sm">
        {t('transactions.credit', { id: settles })}
      </Anchor>
    )
  const name =
    kind === 'order'
      ? t('transactions.order', { id })
      : t(kind === 'refunded' ? 'transactions.refund' : 'transactions.payment', {
          type: t(`parties:payment.${type ?? 'CASH'}`, { defaultValue: type ?? '' }),
        })
  if (kind !== 'order' && !mayOpenPayment) return name
  return (
    <Anchor component={PageLink} to={kind === 'order' ? `/order-detail/${id}` : `/payment-overview/${id}`} size="sm">
      {name}
    </Anchor>
  )
}
