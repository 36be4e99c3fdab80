import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subtractCents } from '#kernel/money.ts'
import { NOTHING, showCount, showDay, showMoney } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import cards from '#web/ui/table/card-table.module.css'
import { DayText, MomentText, MoneyText } from '#web/ui/texts.tsx'
import { WrittenReason } from '#web/ui/WrittenReason.tsx'
import { cashDeskRights } from '../../domain/rights.ts'
import { cancelDeposit, reopenDay, type TillClosing, type TillDeposit } from '../../domain/till-contract.ts'
import { PIECES } from '../../domain/till.ts'
import styles from './till.module.css'

/** The last closings and deposits, folded. */
export function TillMovements({
  closings,
  deposits,
}: {
  closings: readonly TillClosing[]
  deposits: readonly TillDeposit[]
}) {
  return (
    <>
      {closings.length === 0 ? null : <Closings closings={closings} />}
      {deposits.length === 0 ? null : <Deposits deposits={deposits} />}
    </>
  )
}

function Closings({ closings }: { closings: readonly TillClosing[] }) {
  const { t } = useTranslation('cash-desk')
  const mayReopen = useMay(cashDeskRights.reopen)
  const [reopening, setReopening] = useState<TillClosing | null>(null)
  const last = closings.find(({ reopenedAt }) => reopenedAt === null)
  return (
    <>
      <details className={styles.fold}>
        <summary>{t('closings.title')}</summary>
        <table className={cards.table} aria-label={t('closings.title')}>
          <thead>
            <tr>
              <th scope="col">{t('column.day')}</th>
              <th scope="col" className={cards.end}>
                {t('field.expected')}
              </th>
              <th scope="col" className={cards.end}>
                {t('field.counted')}
              </th>
              <th scope="col" className={cards.end}>
                {t('word.difference')}
              </th>
              <th scope="col">{t('column.user')}</th>
              <th scope="col">{t('word.state')}</th>
            </tr>
          </thead>
          <tbody>
            {closings.map((closing) => (
              <Closing
                key={closing.id}
                closing={closing}
                reopen={mayReopen && closing === last ? setReopening : null}
              />
            ))}
          </tbody>
        </table>
      </details>
      {reopening ? <Reopen closing={reopening} onClose={() => setReopening(null)} /> : null}
    </>
  )
}

function Deposits({ deposits }: { deposits: readonly TillDeposit[] }) {
  const { t } = useTranslation('cash-desk')
  const mayClose = useMay(cashDeskRights.close)
  const [cancelling, setCancelling] = useState<TillDeposit | null>(null)
  return (
    <>
      <details className={styles.fold}>
        <summary>{t('deposits.title')}</summary>
        <table className={cards.table} aria-label={t('deposits.title')}>
          <thead>
            <tr>
              <th scope="col">{t('column.day')}</th>
              <th scope="col" className={cards.end}>
                {t('column.amount')}
              </th>
              <th scope="col">{t('payment.bank')}</th>
              <th scope="col">{t('column.user')}</th>
              <th scope="col">{t('word.state')}</th>
            </tr>
          </thead>
          <tbody>
            {deposits.map((deposit) => (
              <tr key={deposit.id} data-deposit={deposit.id}>
                <th scope="row">
                  <DayText value={deposit.day} />
                </th>
                <td className={cards.end} data-label={t('column.amount')} data-struck={deposit.cancelled || undefined}>
                  <MoneyText value={deposit.amount} flagNegative />
                </td>
                <td data-label={t('payment.bank')}>
                  {[deposit.bankName, deposit.slip, deposit.note].filter(Boolean).join(' · ') || NOTHING}
                </td>
                <td data-label={t('column.user')}>{deposit.userName}</td>
                <td data-label={t('word.state')}>
                  {deposit.cancelled || deposit.cancelsId !== null ? (
                    t('cancelled')
                  ) : mayClose ? (
                    <Button size="compact-sm" variant="default" onClick={() => setCancelling(deposit)}>
                      {t('deposits.cancel')}
                    </Button>
                  ) : (
                    NOTHING
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      {cancelling ? <CancelDeposit deposit={cancelling} onClose={() => setCancelling(null)} /> : null}
    </>
  )
}

type ClosingProps = { closing: TillClosing; reopen: ((closing: TillClosing) => void) | null }

function Closing({ closing, reopen }: ClosingProps) {
  const { t } = useTranslation('cash-desk')
  const counted = PIECES.filter((value) => (closing.pieces[value] ?? 0) > 0)
  return (
    <tr data-closing={closing.id}>
      <th scope="row">
        <DayText value={closing.day} />
      </th>
      <td className={cards.end} data-label={t('field.expected')}>
        <MoneyText value={closing.expected} flagNegative />
      </td>
      <td className={cards.end} data-label={t('field.counted')}>
        <div>
          <MoneyText value={closing.counted} />
          {counted.length === 0 ? null : (
            <details className={styles.small}>
              <summary>{t('closings.pieces')}</summary>
              {counted.map((value) => (
                <div key={value}>
                  {showCount(closing.pieces[value] ?? 0)} × {showMoney(value)}
                </div>
              ))}
            </details>
          )}
        </div>
      </td>
      <td className={cards.end} data-label={t('word.difference')}>
        <div>
          <MoneyText value={subtractCents(closing.counted, closing.expected)} flagNegative />
          {closing.note === '' ? null : <div className={styles.small}>{closing.note}</div>}
        </div>
      </td>
      <td data-label={t('column.user')}>
        <div>
          {closing.userName}
          <div className={styles.small}>
            <MomentText value={closing.closedAt} />
          </div>
        </div>
      </td>
      <td data-label={t('word.state')}>
        {closing.reopenedAt === null ? (
          reopen ? (
            <Button size="compact-sm" variant="default" onClick={() => reopen(closing)}>
              {t('closings.reopen')}
            </Button>
          ) : (
            t('closings.closed')
          )
        ) : (
          <div>
            {t('closings.reopened', { name: closing.reopenedName })}
            <div className={styles.small}>{closing.reopenReason}</div>
          </div>
        )}
      </td>
    </tr>
  )
}

function Reopen({ closing, onClose }: { closing: TillClosing; onClose: () => void }) {
  const { t } = useTranslation('cash-desk')
  const run = useRun(reopenDay, { onSuccess: onClose })
  return (
    <WrittenReason
      title={t('closings.reopen-title', { day: showDay(closing.day) })}
      texts={useReasonTexts(t('closings.reopen'))}
      pending={run.isPending}
      error={run.error}
      confirm={(reason) => run.mutate({ id: closing.id, reason: reason.trim() })}
      close={onClose}
    />
  )
}

function CancelDeposit({ deposit, onClose }: { deposit: TillDeposit; onClose: () => void }) {
  const { t } = useTranslation('cash-desk')
  const run = useRun(cancelDeposit, { onSuccess: onClose })
  return (
    <WrittenReason
      title={t('deposits.cancel-title', { amount: showMoney(deposit.amount) })}
      texts={useReasonTexts(t('deposits.cancel'))}
      pending={run.isPending}
      error={run.error}
      confirm={(reason) => run.mutate({ id: deposit.id, reason: reason.trim() })}
      close={onClose}
    />
  )
}

/** Returns the texts of the dialog that asks for the reason of what is taken back. */
function useReasonTexts(confirm: string) {
  const { t } = useTranslation('cash-desk')
  return {
    reason: t('word.reason'),
    keep: t('action.cancel'),
    confirm,
    needed: t('closings.reason-first'),
  }
}
