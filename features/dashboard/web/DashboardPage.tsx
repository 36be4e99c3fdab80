import { Button } from '@mantine/core'
import { ArrowRight, Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { orderCounts } from '#features/orders/domain/list-contract.ts'
import { ORDER_STATUSES, type OrderStatus } from '#features/orders/domain/order.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { FILTERS } from '#features/orders/domain/order-filters.ts'
import { stockRights } from '#features/stock/domain/rights.ts'
import { StockProofLine } from '#features/stock-proof/web/StockProofLine.tsx'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { landingOf, may } from '#kernel/rights.ts'
import { showRows } from '#web/format.ts'
import { PageLink, useGo } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import type { Person } from '#web/offline/stored-person.ts'
import { checkSessionAgain, currentPerson, usePerson } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './dashboard.module.css'
import { FirstSteps } from './FirstSteps.tsx'

/** An account that waits gets no live updates, so its page asks this often whether it is approved, in milliseconds. */
const ASK_AGAIN_MS = 5_000

/** Shows the number of orders in each status. An account that waits for approval sees only that it waits (C-23). */
export default function DashboardPage() {
  const person = usePerson()
  useStartWhenApproved(person !== null && person.actingRole === null)
  if (person === null) return null
  if (person.actingRole === null) return <Waiting person={person} />
  return may(person.acting, ordersRights.read) ? <Counts /> : <OwnPage person={person} />
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

// Deleted offers are counted in no total (C-02).
const SHOWN: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => status !== 'OFFER-DELETE')

/** Returns the address of the order list filtered by a status. A status without its own button becomes a filter. */
const listOf = (status: OrderStatus): string =>
  (FILTERS as readonly string[]).includes(status)
    ? `/orders?show=${encodeURIComponent(status)}`
    : `/orders?show=ALL&f.status=${encodeURIComponent(status)}`

function Counts() {
  const { t } = useTranslation('dashboard')
  const person = usePerson()
  const answer = useAsk(orderCounts, {}, { topics: ['orders'] })
  return (
    <>
      <PageHeader title={t('title.dashboard')} subtitle={t('counts.hint')} />
      {person && may(person.acting, settingsRights.write) ? <FirstSteps /> : null}
      {answer.data ? (
        <ul className={styles.counts}>
          {SHOWN.map((status) => {
            const count = answer.data.counts[status] ?? 0
            return (
              <li key={status}>
                <PageLink to={listOf(status)} className={styles.count} data-none={count === 0 || undefined}>
                  <strong className="figures">{showRows(count)}</strong>
                  <StatusBadge status={status} />
                </PageLink>
              </li>
            )
          })}
        </ul>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={4} height={72} />
      )}
      {answer.data && person && may(person.acting, stockRights.read) ? <StockProofLine /> : null}
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
