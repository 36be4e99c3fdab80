import { useTranslation } from 'react-i18next'
import { MailsPanel } from '#features/mail/web/MailsPanel.tsx'
import { PartyAging } from '#features/parties/web/page/PartyAging.tsx'
import { PartyProfile } from '#features/parties/web/page/PartyProfile.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useAsk } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { customerAccountPage } from '../../domain/account-contract.ts'
import { customersEntity } from '../../domain/entity.ts'
import { CustomerLoans } from './CustomerLoans.tsx'
import { CustomerOrders } from './CustomerOrders.tsx'
import { CustomerStatistics } from './CustomerStatistics.tsx'
import { CustomerTransactions } from './CustomerTransactions.tsx'
import { CUSTOMER_PANEL, type OfCustomer } from '../customer-parts.ts'
import { UnionVatPanel } from '../UnionVatCheck.tsx'
import surfaces from '#web/ui/surfaces.module.css'

/** Shows the customer's balance, open orders and profile. */
export function CustomerOverview({ customer }: OfCustomer) {
  const { t } = useTranslation('customers')
  const answer = useAsk(customerAccountPage, { id: customer.id })
  const panels = usePageParts(CUSTOMER_PANEL)
  const account = answer.data
  return (
    <>
      {account || !answer.error ? <CustomerStatistics statistics={account?.statistics} /> : null}
      <div className={surfaces.columns}>
        <div>
          {account ? (
            <>
              <CustomerOrders title={t('orders.offers')} orders={account.offers} empty={t('orders.no-offers')} />
              <CustomerOrders title={t('orders.pending')} orders={account.pending} empty={t('orders.no-pending')} />
              <CustomerOrders
                title={t('orders.preparation')}
                orders={account.preparation}
                empty={t('orders.no-preparation')}
              />
              {Object.values(account.aging).some((part) => part !== 0) ? (
                <PartyAging aging={account.aging} overdue={account.overdue} />
              ) : null}
              {panels.map(({ key, Part }) => (
                <Part key={key} customer={customer} />
              ))}
              <CustomerTransactions transactions={account.transactions} truncated={account.truncated} />
            </>
          ) : (
            <Panel title={t('orders.account')}>
              {answer.error ? (
                <ErrorState error={answer.error} retry={() => void answer.refetch()} />
              ) : (
                <Loading rows={12} />
              )}
            </Panel>
          )}
        </div>
        <div>
          <PartyProfile party={customer} isCustomer />
          <UnionVatPanel customerId={customer.id} />
          {account ? <CustomerLoans loans={account.loans} /> : null}
          <MailsPanel entity={customersEntity} id={customer.id} />
        </div>
      </div>
    </>
  )
}
