import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { showMoment, showPrice, showQuantity } from '#web/format.ts'
import { useGo } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { LeaveGuard } from '#web/ui/form/form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { stopAtUnreadable } from '#web/ui/form/unreadable.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { changeOrder, orderDetail, lastOrderChange } from '#features/orders/domain/contract.ts'
import { EDITABLE_STATUSES } from '#features/orders/domain/order.ts'
import { ErrorBox } from './CreateOrderPage.tsx'
import { type LoadedDraft, loadDraft } from './load-draft.ts'
import { changedFields, type Clash, mergeDrafts } from '../domain/draft-merge.ts'
import { gapOf, type OrderDraft, toInput } from '../domain/order-draft.ts'
import form from './order-form.module.css'
import { OrderForm } from './OrderForm.tsx'

/** Changes an order until it is sent for packaging. */
export default function EditOrderPage() {
  const { t } = useTranslation('order-entry')
  const id = Number(useParams({ strict: false }).id)
  const loaded = useQuery({
    queryKey: ['orders.edit', id],
    queryFn: () => loadDraft(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const status = loaded.data?.status
  const title = t(status === undefined ? 'title.edit-unread' : titleOf(status), { id })
  const customer = loaded.data?.draft.customer
  const header = (
    <PageHeader
      title={title}
      tab={customer ? `${title} · ${customer.name}` : title}
      back={{
        to: `/order-detail/${id}`,
        label: status === undefined ? `${id}` : t(isOffer(status) ? 'orders:offer' : 'orders:order', { id }),
      }}
    />
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

const isOffer = (status: LoadedDraft['status']): boolean => status === 'OFFER' || status === 'OFFER-DELETE'
const titleOf = (status: LoadedDraft['status']): string =>
  isOffer(status) ? 'title.edit-offer-named' : 'title.edit-named'

function EditForm({ id, first }: { id: number; first: LoadedDraft }) {
  const { t } = useTranslation('order-entry')
  const go = useGo()
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState<OrderDraft>(first.draft)
  const [problem, setProblem] = useState<unknown>(null)
  const [clashes, setClashes] = useState<readonly Clash[]>([])
  const latest = useRef(draft)
  const saved = useRef(false)
  const run = useRun(changeOrder, { invalidates: ['orders', `orders:${id}`] })
  const kept = base.draft.expectedDelivery
  const gap = gapOf(draft, draft.expectedDelivery === kept ? null : dayOf(new Date().toISOString()))
  const conflict = problem instanceof Refused && problem.refusal.kind === 'conflict'
  const dirty = () => !saved.current && changedFields(base.draft, draft).length > 0

  // Changes of another person arrive at once, and not only after a refused save.
  const now = useAsk(orderDetail, { id }, { topics: [`orders:${id}`] }).data?.order
  const newer = now !== undefined && now.version > base.version && !run.isPending && !run.isSuccess
  const shut =
    now !== undefined && !EDITABLE_STATUSES.includes(now.status) && !run.isSuccess
      ? refusal('refused', 'orders.not-editable', { status: now.status })
      : null
  const closed = shut ?? (gap === null ? null : t(`gap.${gap}`))

  const save = () => {
    if (run.isPending || stopAtUnreadable(document)) return
    if (closed !== null) return say.note(typeof closed === 'string' ? closed : refusalText(closed))
    setProblem(null)
    run.mutateAsync({ id, version: base.version, ...toInput(draft) }).then(
      () => {
        saved.current = true
        say.done(t(isOffer(base.status) ? 'said.offer-changed' : 'said.changed', { id }))
        go(`/order-detail/${id}`)
      },
      (error: unknown) => setProblem(error),
    )
  }

  const reload = () =>
    loadDraft(id).then(
      (theirs) => {
        const merged = mergeDrafts(base.draft, latest.current, theirs.draft)
        setDraft(merged.draft)
        setClashes(merged.clashes)
        setBase(theirs)
        setProblem(null)
        say.note(t('conflict.reloaded'))
      },
      (error: unknown) => say.failed(error, () => void reload()),
    )

  useEffect(() => {
    latest.current = draft
  })
  // Without own changes there is nothing to merge, so the form shows the new version.
  const quietly = newer && !dirty()
  const load = useRef(reload)
  useEffect(() => {
    load.current = reload
  })
  useEffect(() => {
    if (quietly) void load.current()
  }, [quietly])

  return (
    <>
      <LeaveGuard dirty={dirty} />
      <OrderForm
        draft={draft}
        setDraft={setDraft}
        orderId={id}
        keptDelivery={kept}
        mayBeOffer={base.status === 'OFFER'}
        saving={run.isPending}
        save={save}
        problem={
          shut ? (
            <RefusalText error={new Refused(shut)} />
          ) : conflict || (newer && !quietly) ? (
            <ConflictBox
              id={id}
              offer={isOffer(base.status)}
              mine={changedFields(base.draft, draft)}
              reload={() => void reload()}
            />
          ) : problem ? (
            <ErrorBox error={problem} retry={save} />
          ) : clashes.length > 0 ? (
            <ClashBox clashes={clashes} close={() => setClashes([])} />
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

/** Shows the figures that both people changed. The form has the person's own values, and this list the others. */
function ClashBox({ clashes, close }: { clashes: readonly Clash[]; close: () => void }) {
  const { t } = useTranslation('order-entry')
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      mt="md"
      icon={<Users size={17} aria-hidden />}
      title={t('conflict.clashes')}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={close}
    >
      <ul className={form.changes}>
        {clashes.map(({ name, figure, theirs }, index) => (
          <li key={index}>
            {name}: {t(`orders:line.${figure}`)}{' '}
            <strong className="figures">{figure === 'price' ? showPrice(theirs) : showQuantity(theirs)}</strong>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

type ConflictProps = { id: number; offer: boolean; mine: readonly (keyof OrderDraft)[]; reload: () => void }

/** Says that another person saved first: who, when and what. The person can continue without losing input. */
function ConflictBox({ id, offer, mine, reload }: ConflictProps) {
  const { t } = useTranslation('order-entry')
  const last = useAsk(lastOrderChange, { id }, { topics: [`orders:${id}`], staleTime: 0 }).data?.change
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      mt="md"
      icon={<Users size={17} aria-hidden />}
      title={t(offer ? 'conflict.offer-title' : 'conflict.title')}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {last
          ? t('conflict.who', {
              name: last.userName,
              at: showMoment(last.at),
              fields: last.fields
                .map((field) => t(`orders:field.${field}`, { defaultValue: t('history.field', { ns: 'frame' }) }))
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
