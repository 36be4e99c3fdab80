import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { dayOf, zDay } from '#kernel/day.ts'
import type { Period } from '#kernel/days/period.ts'
import { useSearchState } from '#web/navigation.tsx'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import styles from './cash-desk.module.css'
import { ChequesByExpiry } from './ChequesByExpiry.tsx'
import { DeskFigures } from './DeskFigures.tsx'
import { PaymentsOfPeriod } from './PaymentsOfPeriod.tsx'
import { TillPanel } from './till/TillPanel.tsx'

const address = z.object({ from: zDay.optional().catch(undefined), to: zDay.optional().catch(undefined) })

/** Returns the days of the address. Each is today unless it is given, and days in the wrong order are today too. */
function periodOf({ from, to }: z.output<typeof address>): Period {
  const today = dayOf(new Date().toISOString())
  const period = { from: from ?? today, to: to ?? today }
  return period.from <= period.to ? period : { from: today, to: today }
}

/** Shows the money that came in and went out in a period, and the balance before and after it. It opens with today. */
export default function CashDeskPage() {
  const { t } = useTranslation('cash-desk')
  const [given] = useSearchState(address)
  const period = periodOf(given)
  return (
    <>
      <PageHeader title={t('title.cash-desk')} />
      <TillPanel
        below={
          <>
            <PeriodForm shown={period} />
            <DeskFigures period={period} />
            <PaymentsOfPeriod period={period} />
            <ChequesByExpiry />
          </>
        }
      />
    </>
  )
}

/** The two days. They count after View; Today needs no second press. Another period replaces what was typed, and the button keeps the focus. */
function PeriodForm({ shown }: { shown: Period }) {
  const { t } = useTranslation('cash-desk')
  const [, setAddress] = useSearchState(address)
  const [from, setFrom] = useState<string | null>(shown.from)
  const [to, setTo] = useState<string | null>(shown.to)
  const [problem, setProblem] = useState<'both-dates' | 'order-of-dates' | null>(null)
  const [seen, setSeen] = useState(shown)
  if (seen.from !== shown.from || seen.to !== shown.to) {
    setSeen(shown)
    setFrom(shown.from)
    setTo(shown.to)
    setProblem(null)
  }
  const view = () => {
    if (from === null || to === null) return setProblem('both-dates')
    if (from > to) return setProblem('order-of-dates')
    setProblem(null)
    setAddress({ from, to, page: undefined })
  }
  const showToday = () => {
    const today = dayOf(new Date().toISOString())
    setFrom(today)
    setTo(today)
    setProblem(null)
    setAddress({ from: undefined, to: undefined, page: undefined })
  }
  return (
    <form
      noValidate
      className={styles.period}
      data-tools
      onSubmit={(event) => {
        event.preventDefault()
        view()
      }}
    >
      <DayInput size="xs" className={styles.day} label={t('field.from')} value={from} onChange={setFrom} />
      <DayInput size="xs" className={styles.day} label={t('field.to')} value={to} onChange={setTo} />
      <Button type="submit">{t('action.view')}</Button>
      <Button variant="default" onClick={showToday}>
        {t('day.today')}
      </Button>
      {problem === null ? null : (
        <Alert color="red" variant="light" role="alert" className={styles.problem}>
          {t(`problem.${problem}`)}
        </Alert>
      )}
    </form>
  )
}
