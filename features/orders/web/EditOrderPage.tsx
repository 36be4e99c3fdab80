import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { showMoment } from '#web/format.ts'
import { useGo } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { LeaveGuard } from '#web/ui/form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { changeOrder, orderHistory } from '../domain/contract.ts'
import { EDITABLE_STATUSES } from '../domain/order.ts'
import { ErrorBox } from './CreateOrderPage.tsx'
import { type LoadedDraft, loadDraft } from './load-draft.ts'
import { changedFields, gapOf, type OrderDraft, rebase, toInput } from './order-draft.ts'
import { OrderForm } from './OrderForm.tsx'

/** Changes an order until it is sent for packaging. */
export default function EditOrderPage() {
  const { t } = useTranslation('orders')
  const id = Number(useParams({ strict: false }).id)
  const loaded = useQuery({
    queryKey: ['orders.edit', id],
    queryFn: () => loadDraft(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const header = (
    <PageHeader title={t('title.edit-named', { id })} back={{ to: `/order-detail/${id}`, label: t('order', { id }) }} />
  )

  if (loaded.data === undefined) {
    return (
      <>
        {header}
        {loaded.error ? (
          <ErrorState error={loaded.error} retry={() => void loaded.refetch()} />
        ) : (
          <Loading rows={10} height={36} />
        )}
      </>
    )
  }
  return (
    <>
      {header}
      {EDITABLE_STATUSES.includes(loaded.data.status) ? (
        <EditForm id={id} first={loaded.data} />
      ) : (
        <RefusalText
          error={new Refused({ kind: 'refused', code: 'orders.not-editable', details: { status: loaded.data.status } })}
        />
      )}
    </>
  )
}

function EditForm({ id, first }: { id: number; first: LoadedDraft }) {
  const { t } = useTranslation('orders')
  const go = useGo()
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState<OrderDraft>(first.draft)
  const [problem, setProblem] = useState<unknown>(null)
  const saved = useRef(false)
  const run = useRun(changeOrder, { invalidates: ['orders', `orders:${id}`] })
  const gap = gapOf(draft, null)
  const closed = gap === null ? null : t(`gap.${gap}`)
  const conflict = problem instanceof Refused && problem.refusal.kind === 'conflict' ? problem : null
  const dirty = () => !saved.current && changedFields(base.draft, draft).length > 0

  const save = () => {
    if (run.isPending) return
    if (closed !== null) return say.note(closed)
    setProblem(null)
    run.mutateAsync({ id, version: base.version, ...toInput(draft) }).then(
      () => {
        saved.current = true
        say.done(t('said.changed', { id }))
        go(`/order-detail/${id}`)
      },
      (error: unknown) => setProblem(error),
    )
  }

  const reload = () =>
    loadDraft(id).then(
      (theirs) => {
        setDraft((mine) => rebase(base.draft, mine, theirs.draft))
        setBase(theirs)
        setProblem(null)
        say.note(t('conflict.reloaded'))
      },
      (error: unknown) => say.failed(error, () => void reload()),
    )

  return (
    <>
      <LeaveGuard dirty={dirty} />
      <OrderForm
        draft={draft}
        setDraft={setDraft}
        orderId={id}
        save={save}
        problem={
          conflict ? (
            <ConflictBox id={id} mine={changedFields(base.draft, draft)} reload={() => void reload()} />
          ) : problem ? (
            <ErrorBox error={problem} retry={save} />
          ) : null
        }
        buttons={
          <>
            <Button variant="default" onClick={() => go(`/order-detail/${id}`)}>
              {t('action.cancel', { ns: 'frame' })}
            </Button>
            <ActionButton closed={closed} pending={run.isPending} onClick={save}>
              {t('action.save')}
            </ActionButton>
          </>
        }
      />
    </>
  )
}

/** Somebody else saved first: who, when, what, and a way on that loses nothing. */
function ConflictBox({ id, mine, reload }: { id: number; mine: readonly (keyof OrderDraft)[]; reload: () => void }) {
  const { t } = useTranslation('orders')
  const history = useAsk(orderHistory, { id }, { topics: [`orders:${id}`], staleTime: 0 })
  const last = history.data?.rows[0]
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      mt="md"
      icon={<Users size={17} aria-hidden />}
      title={t('conflict.title')}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {last
          ? t('conflict.who', {
              name: last.userName,
              at: showMoment(last.at),
              fields: Object.keys(last.changes)
                .map((field) => t(`field.${field}`, { defaultValue: field }))
                .join(', '),
            })
          : t('conflict.somebody')}{' '}
        {mine.length > 0
          ? t('conflict.mine', { fields: mine.map((field) => t(`draft-field.${field}`)).join(', ') })
          : null}
      </Text>
      <Button mt="xs" size="compact-sm" variant="default" onClick={reload}>
        {t('conflict.reload')}
      </Button>
    </Alert>
  )
}
