import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay, showMoney } from '#web/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import styles from '../parties.module.css'

/** An entry of an account, with the balance after it. */
type Transaction = {
  readonly kind: string
  readonly id: number
  readonly date: string
  readonly reference: string
  readonly amount: number
  readonly balance: number
  /** True for a cancelled payment and for its counter-entry. */
  readonly cancelled?: boolean | undefined
  /** What is open of a charge, and when it is due. */
  readonly debt?: { readonly open: number; readonly due: string; readonly late: number } | undefined
}

type Props<T extends Transaction> = {
  transactions: readonly T[]
  truncated: boolean
  /** The name of an entry, with a link to its page. */
  nameOf: (transaction: T) => ReactNode
}

/** Lists what changed the balance of a party, oldest first, with the balance after each entry. */
export function PartyTransactions<T extends Transaction>({ transactions, truncated, nameOf }: Props<T>) {
  const { t } = useTranslation('parties')
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
          <table className={shortTable.list} aria-label={t('transactions.title')}>
            <thead>
              <tr>
                <th scope="col">{t('word.date')}</th>
                <th scope="col">{t('transactions.what')}</th>
                <th scope="col" className={styles.wide}>
                  {t('transactions.reference')}
                </th>
                <th scope="col" className={shortTable.end}>
                  {t('word.amount')}
                </th>
                <th scope="col" className={`${shortTable.end} ${styles.wide}`}>
                  {t('payment.balance')}
                </th>
              </tr>
            </thead>
            <tbody>
              {transactions.map((transaction) => (
                <TransactionRow
                  key={`${transaction.kind}-${transaction.id}`}
                  transaction={transaction}
                  name={nameOf(transaction)}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  )
}

/** Says when a charge is due, and what of it is open. */
function DebtText({ debt: { open, due, late } }: { debt: NonNullable<Transaction['debt']> }) {
  const { t } = useTranslation('parties')
  const places = { day: showDay(due), open: showMoney(open), late }
  return (
    <div className={late > 0 ? `${styles.muted} ${styles.overdue}` : styles.muted} data-due={due}>
      {late > 0 ? t('due.overdue', places) : t('due.open', places)}
    </div>
  )
}

function TransactionRow({ transaction, name }: { transaction: Transaction; name: ReactNode }) {
  const { t } = useTranslation('parties')
  const amount = <MoneyText value={transaction.amount} />
  return (
    <tr>
      <td className={styles.date}>
        <DayText value={transaction.date} />
      </td>
      <td>
        {transaction.cancelled ? <s>{name}</s> : name}
        {transaction.cancelled ? <div className={styles.muted}>{t('transactions.cancelled')}</div> : null}
        {transaction.debt ? <DebtText debt={transaction.debt} /> : null}
      </td>
      <td className={styles.wide}>{transaction.reference}</td>
      <td className={shortTable.end}>
        {transaction.cancelled ? <s>{amount}</s> : amount}
        <div className={`${styles.muted} ${styles.narrow}`}>
          {t('payment.balance')} <MoneyText value={transaction.balance} />
        </div>
      </td>
      <td className={`${shortTable.end} ${styles.wide}`}>
        <MoneyText value={transaction.balance} />
      </td>
    </tr>
  )
}
