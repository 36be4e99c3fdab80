import { Alert, Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { addressOf } from '#kernel/entity.ts'
import { CASH_WARNINGS } from '#kernel/tax/cash-limit.ts'
import { PageLink } from '#web/navigation.tsx'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { CashWarning } from '#web/ui/payment/CashWarning.tsx'
import { refusalText } from '#web/ui/problems.ts'
import type { OrderInDoubt } from '../domain/many-contract.ts'
import { refusalOfProblem } from '../domain/tax/problems.ts'
import { Correction } from './DocumentProblems.tsx'
import styles from './invoice.module.css'

/** The most orders that are named. Further ones are only counted. */
const MOST_NAMED = 100

/** Names before the press for many orders what forbids their invoices, and what the law says of those that are paid in cash. */
export function ProblemsOfMany({ orders }: { orders: readonly OrderInDoubt[] }) {
  const { t } = useTranslation('invoicing')
  const refused = orders.filter(({ problems }) => problems.length > 0)
  return (
    <>
      {refused.length === 0 ? null : (
        <Alert
          color="red"
          variant="light"
          icon={<TriangleAlert size={16} aria-hidden />}
          title={t('many.problems', { number: refused.length })}
        >
          <Text size="sm" c="var(--mantine-color-text)">
            {t('many.problems-left')}
          </Text>
          <Named orders={refused} />
        </Alert>
      )}
      {CASH_WARNINGS.map((warning) => {
        const those = orders.filter(({ cashLimit }) => cashLimit === warning)
        return those.length === 0 ? null : (
          <div key={warning}>
            <CashWarning warning={warning} />
            <Named orders={those} />
          </div>
        )
      })}
    </>
  )
}

/** Names orders with their customers and problems, each with a link to what a person must correct. */
function Named({ orders }: { orders: readonly OrderInDoubt[] }) {
  const { t } = useTranslation('invoicing')
  return (
    <ul className={styles.customers}>
      {orders.slice(0, MOST_NAMED).map(({ id, name, problems }) => (
        <li key={id} data-order={id}>
          <Anchor component={PageLink} to={addressOf(ordersEntity, id)} target="_blank" size="sm">
            #{id}
          </Anchor>{' '}
          {name}
          {problems.map((problem, index) => (
            <div key={index} data-problem={problem.code}>
              {refusalText(refusalOfProblem(problem))} <Correction problem={problem} />
            </div>
          ))}
        </li>
      ))}
      {orders.length > MOST_NAMED ? <li>{t('many.problems-more', { number: orders.length - MOST_NAMED })}</li> : null}
    </ul>
  )
}
