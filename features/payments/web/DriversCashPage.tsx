import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { DayText, MoneyText, MomentText } from '#web/ui/texts.tsx'
import { NOTHING } from '#web/format.ts'
import { cashOfDrivers, type CashHandover, type HandoverOfDriver } from '../domain/contract.ts'
import { paymentsRights } from '../domain/rights.ts'
import styles from './drivers-cash.module.css'
import { ReceiveCashDialog } from './ReceiveCashDialog.tsx'

/** Shows the cash that drivers carry and hand over, and lets the office enter its own count. */
export default function DriversCashPage() {
  const { t } = useTranslation('payments')
  const cash = useAsk(cashOfDrivers, {})
  const [receiving, setReceiving] = useState<CashHandover | null>(null)
  return (
    <>
      <PageHeader title={t('title.drivers-cash')} />
      {cash.data ? (
        <>
          <Panel title={t('drivers-cash.carriers')}>
            {cash.data.carriers.length === 0 ? (
              <EmptyState title={t('drivers-cash.no-carriers')} hint={t('drivers-cash.no-carriers-hint')} />
            ) : (
              <table className={cards.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('drivers-cash.driver')}</th>
                    <th scope="col" className={cards.end}>
                      {t('drivers-cash.payments')}
                    </th>
                    <th scope="col" className={cards.end}>
                      {t('drivers-cash.carries')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {cash.data.carriers.map((carrier) => (
                    <tr key={carrier.userId}>
                      <td>{carrier.name}</td>
                      <td className={cards.end} data-label={t('drivers-cash.payments')}>
                        {carrier.payments}
                      </td>
                      <td className={cards.end} data-label={t('drivers-cash.carries')}>
                        <MoneyText value={carrier.amount} flagNegative />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Panel>
          <Panel title={t('drivers-cash.handovers')}>
            {cash.data.handovers.length === 0 ? (
              <EmptyState title={t('drivers-cash.no-handovers')} />
            ) : (
              <HandOvers rows={cash.data.handovers} receive={setReceiving} />
            )}
          </Panel>
        </>
      ) : cash.error ? (
        <ErrorState error={cash.error} retry={() => void cash.refetch()} />
      ) : (
        <Loading />
      )}
      {receiving === null ? null : <ReceiveCashDialog handover={receiving} onClose={() => setReceiving(null)} />}
    </>
  )
}

type HandOversProps = { rows: readonly HandoverOfDriver[]; receive: (handover: CashHandover) => void }

function HandOvers({ rows, receive }: HandOversProps) {
  const { t } = useTranslation('payments')
  const mayReceive = useMay(paymentsRights.write)
  return (
    <table className={cards.table}>
      <thead>
        <tr>
          <th scope="col">{t('drivers-cash.driver')}</th>
          <th scope="col">{t('drivers-cash.when')}</th>
          <th scope="col" className={cards.end}>
            {t('drivers-cash.booked')}
          </th>
          <th scope="col" className={cards.end}>
            {t('drivers-cash.counted')}
          </th>
          <th scope="col" className={cards.end}>
            {t('drivers-cash.received')}
          </th>
          <th scope="col">{t('drivers-cash.by')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-handover={row.id}>
            <td>{row.userName}</td>
            <td data-label={t('drivers-cash.when')}>
              <MomentText value={row.created} />
            </td>
            <td className={cards.end} data-label={t('drivers-cash.booked')}>
              <div>
                <MoneyText value={row.amount} flagNegative />
                <Parts payments={row.payments} />
              </div>
            </td>
            <td className={cards.end} data-label={t('drivers-cash.counted')}>
              <div>
                <MoneyText value={row.counted} flagNegative />
                <Words text={row.note} />
              </div>
            </td>
            <td className={cards.end} data-label={t('drivers-cash.received')}>
              <div>
                {row.received === null ? NOTHING : <MoneyText value={row.received} flagNegative />}
                <Words text={row.receivedNote} />
              </div>
            </td>
            <td data-label={row.received === null ? '' : t('drivers-cash.by')}>
              {row.received !== null ? (
                <div>
                  {row.receivedBy}
                  <div className={cards.note}>
                    <MomentText value={row.receivedAt} />
                  </div>
                </div>
              ) : mayReceive ? (
                <ActionButton onClick={() => receive(row)}>{t('drivers-cash.receive')}</ActionButton>
              ) : (
                t('drivers-cash.open')
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Lists the payments of an open hand-over. */
function Parts({ payments }: { payments: HandoverOfDriver['payments'] }) {
  const { t } = useTranslation('payments')
  if (payments.length === 0) return null
  return (
    <details className={styles.parts}>
      <summary>
        {t('drivers-cash.payments')}: {payments.length}
      </summary>
      <ul>
        {payments.map((payment) => (
          <li key={payment.id}>
            <span>
              {payment.customerName}
              <span className={cards.note}>
                <DayText value={payment.date} /> {payment.receiptNumber}
              </span>
            </span>
            <MoneyText value={payment.amount} flagNegative />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Shows the explanation of a difference. */
const Words = ({ text }: { text: string }) =>
  text === '' ? null : <div className={`${cards.note} ${styles.words}`}>{text}</div>
