import { Button } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorker } from '#features/production/web/section/worker.ts'
import { WorkerDialog } from '#features/production/web/section/WorkerDialog.tsx'
import { useNow } from '#web/live/use-now.ts'
import { useAsk, useRun } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { UNDO_MINUTES, undoClose, waitingReturns } from '../domain/contract.ts'
import { ReturnCard } from './ReturnCard.tsx'
import styles from './washing.module.css'

type Closed = { readonly taskIds: readonly number[]; readonly customer: string; readonly at: string }

const TOPICS = ['tasks', 'loans', 'products']

/** The simple view of the laundry (S2-TSK-07): what each customer returned, and one button that moves it to the stock. */
export default function WashingView({ section, onName }: { section: string; onName: (name: string) => void }) {
  const { t } = useTranslation('laundry')
  const answer = useAsk(waitingReturns, {}, { topics: TOPICS })
  const [closed, setClosed] = useState<readonly Closed[]>([])
  const [worker, chooseWorker] = useWorker()
  // the press that waits for the name of the person (C-83)
  const [asking, setAsking] = useState<((name: string) => void) | null>(null)
  const person = usePerson()
  useEffect(() => onName(section), [section, onName])
  const asWorker = (run: (name: string) => void) => {
    if (worker === '' && person?.actingRole === 'section') setAsking(() => run)
    else run(worker)
  }
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading />
  const { returns, more } = answer.data
  return (
    <div className={styles.view} data-touch>
      {returns.length === 0 ? <EmptyState title={t('wash.empty')} hint={t('wash.empty-hint')} /> : null}
      {returns.map((one) => (
        <ReturnCard
          key={one.taskref}
          back={one}
          asWorker={asWorker}
          onClosed={(taskIds) =>
            setClosed([{ taskIds, customer: one.customer, at: new Date().toISOString() }, ...closed])
          }
        />
      ))}
      {more ? <p className={styles.note}>{t('wash.more')}</p> : null}
      {asking ? (
        <WorkerDialog
          name={worker}
          choose={(name) => {
            chooseWorker(name)
            asking(name)
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
      <ClosedReturns closed={closed} remove={(gone) => setClosed(closed.filter((one) => one !== gone))} />
    </div>
  )
}

type ClosedReturnsProps = { closed: readonly Closed[]; remove: (gone: Closed) => void }

/** What was closed here in the last minutes. A press takes it back. */
function ClosedReturns({ closed, remove }: ClosedReturnsProps) {
  const { t } = useTranslation('laundry')
  const now = Date.parse(useNow())
  const run = useRun(undoClose, { invalidates: TOPICS, onError: (error) => say.failed(error) })
  const undoable = closed.filter(({ at }) => now - Date.parse(at) < UNDO_MINUTES * 60_000)
  if (undoable.length === 0) return null
  return (
    <section aria-labelledby="washed">
      <h2 id="washed">{t('wash.closed')}</h2>
      <ul className={styles.items}>
        {undoable.map((one) => (
          <li key={one.at} className={styles.item}>
            <span>{one.customer}</span>
            <Button
              variant="default"
              size="md"
              mih={56}
              leftSection={<Undo2 size={20} aria-hidden />}
              aria-label={t('wash.undo-of', { name: one.customer })}
              loading={run.isPending}
              onClick={() => run.mutate({ taskIds: [...one.taskIds] }, { onSuccess: () => remove(one) })}
            >
              {t('wash.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
