import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import type { customerAccountPage } from '../../domain/account-contract.ts'
import shortTable from '#web/ui/table/short-table.module.css'
import styles from '../customers.module.css'

type Transaction = OutputOf<typeof customerAccountPage>['transactions'][number]

/** Lists shipped orders and payments, oldest first, with the balance after each. Payments are negative. */
export function CustomerTransactions({
  transactions,
  truncated,
}: {
  transactions: readonly Transaction[]
  truncated: boolean
}) {
  const { t } = useTranslation('customers')
  return (
    <Panel title={t('transactions.title')} flush>
      {truncated ? <p className={styles.empty}>{t('transactions.truncated', { count: transactions.length })}</p> : null}
      <div
        role="group"
        className={`${shortTable.scroll} ${shortTable.limited}`}
        // A scrolling area must be reachable by keyboard.
        tabIndex={0}
        aria-label={t('transactions.title')}
        data-transactions
      >
        {transactions.length === 0 ? (
          <p className={styles.empty} style={{ margin: 0 }}>
            {t('transactions.empty')}
          </p>
        ) : (
          <table className={shortTable.list}>
            <thead>
              <tr>
                <th scope="col">{t('transactions.date')}</th>
                <th scope="col">{t('transactions.what')}</th>
                <th scope="col" className={styles.wide}>
                  {t('transactions.reference')}
                </th>
                <th scope="col" className={shortTable.end}>
                  {t('transactions.amount')}
                </th>
                <th scope="col" className={`${shortTable.end} ${styles.wide}`}>
                  {t('transactions.balance')}
                </th>
              </tr>
            </thead>
            <tbody>
              {transactions.map((transaction) => (
                <TransactionRow key={`${transaction.kind}-${transaction.id}`} transaction={transaction} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  )
}

function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('customers')
  const name = <TransactionName transaction={transaction} />
  const amount = <MoneyText value={transaction.amount} />
  return (
    <tr>
      <td className={styles.date}>
        <DayText value={transaction.date} />
      </td>
      <td>
        {transaction.cancelled ? <s>{name}</s> : name}
        {transaction.cancelled ? <div className={styles.muted}>{t('transactions.cancelled')}</div> : null}
      </td>
      <td className={styles.wide}>{transaction.reference}</td>
      <td className={shortTable.end}>
        {transaction.cancelled ? <s>{amount}</s> : amount}
        <div className={`${styles.muted} ${styles.narrow}`}>
          {t('transactions.balance')} <MoneyText value={transaction.balance} />
        </div>
      </td>
      <td className={`${shortTable.end} ${styles.wide}`}>
        <MoneyText value={transaction.balance} />
      </td>
    </tr>
  )
}

/** Names a transaction: a link to the order, or the type of the payment. */
function TransactionName({ transaction: { kind, id, type } }: { transaction: Transaction }) {
  const { t } = useTranslation('customers')
  if (kind === 'order')
    return (
      <Anchor component={PageLink} to={`/order-detail/${id}`} size="sm">
        {t('transactions.order', { id })}
      </Anchor>
    )
  return t(kind === 'refunded' ? 'transactions.refund' : 'transactions.payment', {
    type: t(`payment.${type ?? 'CASH'}`, { defaultValue: type ?? '' }),
  })
}
