import { Button } from '@mantine/core'
import { ArrowRight, Hourglass } from '#web/ui/icon/icons.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cashDeskRights } from '#features/cash-desk/domain/rights.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { reportsRights } from '#features/reports/domain/rights.ts'
import { stockRights } from '#features/stock/domain/rights.ts'
import { StockProofLine } from '#features/stock-proof/web/StockProofLine.tsx'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { dayOf } from '#kernel/day.ts'
import { landingOf, may } from '#kernel/rights.ts'
import { showWeekday } from '#web/format.ts'
import { useNow } from '#web/live/use-now.ts'
import { PageLink, useGo } from '#web/navigation.tsx'
import type { Person } from '#web/offline/stored-person.ts'
import { checkSessionAgain, currentPerson, usePerson } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import styles from './dashboard.module.css'
import { CashLine } from './CashLine.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { KeysHint } from './KeysHint.tsx'
import { WaitingLines } from './WaitingLines.tsx'
import SalesChart from './SalesChart.tsx'
import { WayEnds } from './WayEnds.tsx'

/** An account that waits gets no live updates, so its page asks this often whether it is approved, in milliseconds. */
const ASK_AGAIN_MS = 5_000

/** Shows what waits for the role of the person. An account that waits for approval sees only that it waits (C-23). */
export default function DashboardPage() {
  const person = usePerson()
  useStartWhenApproved(person !== null && person.actingRole === null)
  if (person === null) return null
  if (person.actingRole === null) return <Waiting person={person} />
  return may(person.acting, ordersRights.read) ? <Office person={person} /> : <OwnPage person={person} />
}

/** Asks while the account waits whether it is approved, and then opens the first page of its role. */
function useStartWhenApproved(isWaiting: boolean): void {
  const go = useGo()
  const wasWaiting = useRef(isWaiting)
  useEffect(() => {
    if (wasWaiting.current && !isWaiting && currentPerson() !== null) go('/', { replace: true })
    wasWaiting.current = isWaiting
    if (!isWaiting) return
    const timer = setInterval(() => document.hidden || void checkSessionAgain(), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting, go])
}

function Waiting({ person }: { person: Person }) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={styles.waiting}>
      <Hourglass size={32} strokeWidth={1.5} aria-hidden />
      <h1>{t('waiting.title')}</h1>
      <p>{t('waiting.body', { name: person.username || person.email })}</p>
    </div>
  )
}

/** What waits for the person by name, the sales, and the lines that prove the cash and the stock. */
function Office({ person }: { person: Person }) {
  const { t } = useTranslation('dashboard')
  const { acting } = person
  return (
    <>
      <PageHeader
        title={t('title.dashboard')}
        mark={<span className={styles.day}>{showWeekday(dayOf(useNow()))}</span>}
        subtitle={t('lines.hint')}
        secondary={<KeysHint />}
      />
      {may(acting, settingsRights.write) ? <WayEnds /> : null}
      {may(acting, settingsRights.write) ? <FirstSteps /> : null}
      <WaitingLines
        below={
          <>
            {may(acting, reportsRights.read) ? <SalesChart /> : null}
            {may(acting, cashDeskRights.read) ? <CashLine /> : null}
            {may(acting, stockRights.read) ? <StockProofLine /> : null}
          </>
        }
      />
    </>
  )
}

/** Links to the page of a driver or a workshop. */
function OwnPage({ person }: { person: Person }) {
  const { t } = useTranslation('dashboard')
  const landing = landingOf({ landing: null, role: person.role, section: person.section })
  return (
    <>
      <PageHeader title={t('title.dashboard')} />
      <EmptyState
        title={t('own.title')}
        action={
          <Button component={PageLink} to={landing} rightSection={<ArrowRight size={16} aria-hidden />}>
            {t('own.open')}
          </Button>
        }
      />
    </>
  )
}
