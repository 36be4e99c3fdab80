import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { showDay } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { cashDeskRights } from '../../domain/rights.ts'
import { tillNow } from '../../domain/till-contract.ts'
import { CashLineText } from './CashLineText.tsx'
import { CloseDayDialog } from './CloseDayDialog.tsx'
import { DepositDialog } from './DepositDialog.tsx'
import { TillMovements } from './TillMovements.tsx'
import styles from './till.module.css'

type TillNow = OutputOf<typeof tillNow>

/**
 * Shows in one line what the till holds now, the cash that drivers have on the road, and where all cash is. What stands below is
 * shown once the number of drivers is known, so that it does not jump. The last closings and deposits come after it.
 */
export function TillPanel({ below }: { below: ReactNode }) {
  const { t } = useTranslation('cash-desk')
  const answer = useAsk(tillNow, {})
  const mayClose = useMay(cashDeskRights.close)
  const [open, setOpen] = useState<'close' | 'deposit' | null>(null)
  const now = answer.data
  return (
    <>
      <section className={styles.till} aria-label={t('till.title')}>
        {now ? (
          <Now now={now} />
        ) : answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={1} />
        )}
        {mayClose ? (
          // shown before the answer, so that nothing below moves
          <div className={styles.actions} data-tools>
            <Button variant="default" disabled={!now} onClick={() => setOpen('deposit')}>
              {t('deposit.open')}
            </Button>
            <Button disabled={!now} onClick={() => setOpen('close')}>
              {t('close.open')}
            </Button>
          </div>
        ) : null}
      </section>
      {now && open === 'close' ? (
        <CloseDayDialog today={now.today} hidden={now.till === null} onClose={() => setOpen(null)} />
      ) : null}
      {now && open === 'deposit' ? (
        <DepositDialog today={now.today} till={now.till} onClose={() => setOpen(null)} />
      ) : null}
      {now || answer.error ? below : null}
      {now ? <Movements now={now} /> : null}
    </>
  )
}

function Now({ now }: { now: TillNow }) {
  const { t } = useTranslation('cash-desk')
  return (
    <>
      <dl className={styles.now}>
        <div data-till>
          <dt>{t('till.holds')}</dt>
          <dd className={styles.holds}>
            {now.till === null ? t('till.hidden') : <MoneyText value={now.till} flagNegative />}
          </dd>
        </div>
        {now.drivers.map((driver) => (
          <div key={driver.name}>
            <dt>{t('till.on-the-road', { name: driver.name })}</dt>
            <dd>
              <MoneyText value={driver.carried + driver.handedOver} flagNegative />
              {driver.handedOver === 0 ? null : (
                <span className={styles.small}>
                  {t('till.handed-over')} <MoneyText value={driver.handedOver} flagNegative />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {now.line === null ? null : <CashLineText line={now.line} />}
      <p className={styles.small}>
        {now.closedUntil === null ? t('till.never-closed') : t('till.closed-until', { day: showDay(now.closedUntil) })}
      </p>
    </>
  )
}

/** The closings and deposits of the till, below the figures of the period. */
function Movements({ now: { closings, deposits } }: { now: TillNow }) {
  return closings.length === 0 && deposits.length === 0 ? null : (
    <Panel>
      <TillMovements closings={closings} deposits={deposits} />
    </Panel>
  )
}
