import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { showMoment } from '#web/format.ts'
import { useGo } from '#web/navigation.tsx'
import { useHere } from '#web/live/presence.ts'
import { useAsk } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ClashFrame } from '#web/ui/clash/ClashFrame.tsx'
import { LeaveGuard } from '#web/ui/form/form.tsx'
import { OthersHere } from '#web/ui/OthersHere.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { lastOrderChange, ORDER_FORM_PLACE } from '#features/orders/domain/detail-contract.ts'
import { EDITABLE_STATUSES, isOffer } from '#features/orders/domain/order.ts'
import { NoSuchOrder } from '#features/orders/web/NoSuchOrder.tsx'
import { ClashBox } from './ClashBox.tsx'
import { ErrorBox } from './CreateOrderPage.tsx'
import { type LoadedDraft, loadDraft } from './load-draft.ts'
import { changedFields } from '../domain/draft-merge.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import { OrderForm } from './OrderForm.tsx'
import { type OrderEdit, useOrderEdit } from './use-order-edit.ts'

/** Changes an order until it is sent for packaging. */
export default function EditOrderPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchOrder given={given} /> : <LoadedEdit id={id} />
}

function LoadedEdit({ id }: { id: number }) {
  const { t } = useTranslation('order-entry')
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
      mark={
        <OthersHere
          place={ORDER_FORM_PLACE}
          id={id}
          sentence={(names, count) => t('presence.changing', { names, count })}
          aloud
        />
      }
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

const titleOf = (status: LoadedDraft['status']): string =>
  isOffer(status) ? 'title.edit-offer-named' : 'title.edit-named'

function EditForm({ id, first }: { id: number; first: LoadedDraft }) {
  const { t } = useTranslation('order-entry')
  const go = useGo()
  const edit = useOrderEdit(id, first)
  useHere(ORDER_FORM_PLACE, id)
  const { base, draft, closed, saving, save } = edit
  return (
    <>
      <LeaveGuard dirty={edit.dirty} />
      {edit.question}
      <OrderForm
        draft={draft}
        setDraft={edit.setDraft}
        orderId={id}
        keptDelivery={base.draft.expectedDelivery}
        mayBeOffer={base.status === 'OFFER'}
        saving={saving}
        tell={edit.tell}
        save={save}
        problem={problemOf(id, edit)}
        buttons={
          <>
            <Button variant="default" onClick={() => go(`/order-detail/${id}`)}>
              {t('action.cancel', { ns: 'frame' })}
            </Button>
            <ActionButton closed={closed} pending={saving} onClick={save}>
              {t('action.save')}
            </ActionButton>
          </>
        }
      />
    </>
  )
}

/** Returns what prevents a save: another status, the changes of another person, or a failure. Null if nothing does. */
function problemOf(id: number, edit: OrderEdit): ReactNode {
  const { base, draft, shut, problem, clashes } = edit
  if (shut) return <RefusalText error={new Refused(shut)} />
  if (edit.conflict)
    return (
      <ConflictBox
        id={id}
        offer={isOffer(base.status)}
        mine={changedFields(base.draft, draft)}
        reload={() => void edit.reload()}
      />
    )
  if (problem) return <ErrorBox error={problem} retry={edit.save} />
  return clashes.clashes.length + clashes.fields.length > 0 ? (
    <ClashBox
      draft={draft}
      {...clashes}
      take={(values) => edit.setDraft((before) => ({ ...before, ...values }))}
      close={edit.forgetClashes}
    />
  ) : null
}

type ConflictProps = { id: number; offer: boolean; mine: readonly (keyof OrderDraft)[]; reload: () => void }

/** Says that another person saved first: who, when and what. The person can continue without losing input. */
function ConflictBox({ id, offer, mine, reload }: ConflictProps) {
  const { t } = useTranslation('order-entry')
  const last = useAsk(lastOrderChange, { id }, { staleTime: 0 }).data?.change
  return (
    <ClashFrame title={t(offer ? 'conflict.offer-title' : 'conflict.title')}>
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
          ? t('conflict.mine', { fields: mine.map((field) => t(`orders:field.${field}`)).join(', ') })
          : null}
      </Text>
      <Button mt="xs" size="compact-sm" variant="default" onClick={reload}>
        {t('conflict.reload')}
      </Button>
    </ClashFrame>
  )
}
