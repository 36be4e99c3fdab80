import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { Check, NotebookPen, PackageMinus } from '#web/ui/icon/icons.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cents, ZERO_CENTS } from '#kernel/money.ts'
import { showMoney } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { StopCustomer } from '../../domain/contract.ts'
import { BottomSheet } from '../BottomSheet.tsx'
import { destinationOf } from '#features/shipping/domain/stops/address-stops.ts'
import type { Stop } from '../../domain/day-now.ts'
import {
  actionsOf,
  allDelivered,
  cashOf,
  type DeliveryForm,
  type DeliveryActions,
  missingForDelivery,
} from '../../domain/delivery-form.ts'
import { forgetDraft, keepDraft, useFirstDraft } from './delivery-draft.ts'
import { DeliveryCash } from './DeliveryCash.tsx'
import styles from './delivery.module.css'
import { DeliveredQuantities } from './DeliveredQuantities.tsx'
import { PhotoField } from './PhotoField.tsx'
import { rememberRecipient } from './recipients.ts'
import { SignaturePad } from './SignaturePad.tsx'

type DeliverySheetProps = {
  /** The account on this device. */
  personId: number
  /** The orders that are handed over, all of one customer and to one address. There is at least one. */
  orders: readonly Stop[]
  customer: StopCustomer | undefined
  /** False for people who may not take payments. */
  mayCollect: boolean
  onClose: () => void
  /** Stores the actions on the device, and returns false if that failed. */
  deliver: (actions: DeliveryActions) => Promise<boolean>
}

/** Asks for signature, name, cash, delivered quantities, photo and note, and hands the orders over with one press. */
export function DeliverySheet(props: DeliverySheetProps) {
  const [stop] = props.orders
  const first = useFirstDraft(
    props.personId,
    props.orders.map(({ id }) => id),
    stop?.customerId ?? 0,
  )
  return first === null || stop === undefined ? null : <Sheet {...props} stop={stop} first={first} />
}

type SheetProps = DeliverySheetProps & {
  /** The first of the orders. */
  stop: Stop
  first: DeliveryForm
}

function Sheet({ personId, orders, stop, customer, mayCollect, onClose, deliver, first }: SheetProps) {
  const { t } = useTranslation('driver')
  const [draft, setDraft] = useState(first)
  const [pending, setPending] = useState(false)
  const ids = orders.map(({ id }) => id).join(' ')
  const balance: Cents = customer?.balance ?? ZERO_CENTS
  const change = (part: Partial<DeliveryForm>) => setDraft((before) => ({ ...before, ...part }))

  useEffect(() => {
    if (draft !== first) void keepDraft(personId, ids.split(' ').map(Number), draft)
  }, [draft, first, personId, ids])

  const leave = () => {
    void forgetDraft(personId, ids.split(' ').map(Number))
    onClose()
  }

  const submit = async () => {
    if (pending) return
    setPending(true)
    void rememberRecipient(personId, stop.customerId, draft.recipient).catch(() => undefined)
    const kept = await deliver(actionsOf(orders, balance, draft, new Date().toISOString()))
    if (kept) leave()
    else setPending(false)
  }

  return (
    <BottomSheet
      title={t('delivery.title', { name: stop.name })}
      onClose={leave}
      foot={
        <SubmitFoot
          draft={draft}
          amount={cashOf(orders, balance, draft)}
          why={missingForDelivery(orders, balance, draft)}
          pending={pending}
          submit={() => void submit()}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {[
          ...orders.map(({ id }) => t('card.order', { id })),
          t('card.items', { count: orders.reduce((sum, { lineCount }) => sum + lineCount, 0) }),
          destinationOf(stop),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <SignaturePad signature={draft.signature} onChange={(signature) => change({ signature })} />
      <TextInput
        size="md"
        label={t('delivery.recipient')}
        value={draft.recipient}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => change({ recipient: event.currentTarget.value })}
      />
      {mayCollect ? (
        <DeliveryCash orders={orders} balance={balance} cash={customer?.cash} draft={draft} change={change} />
      ) : null}
      <Exceptions orders={orders} draft={draft} change={change} />
    </BottomSheet>
  )
}

type FootProps = {
  draft: DeliveryForm
  /** The money that is taken; null for none. */
  amount: number | null
  why: ReturnType<typeof missingForDelivery>
  pending: boolean
  submit: () => void
}

function SubmitFoot({ draft, amount, why, pending, submit }: FootProps) {
  const { t } = useTranslation('driver')
  return (
    <>
      <p aria-live="polite">
        {draft.signature.length > 0 ? t('delivery.signed') : t('delivery.unsigned')}
        {' · '}
        {amount === null
          ? t('delivery.no-cash')
          : t(`delivery.with-${draft.means.type}`, { amount: showMoney(amount) })}
      </p>
      <ActionButton
        size="lg"
        color="green.8"
        className={styles.submit}
        leftSection={<Check size={20} aria-hidden />}
        closed={why === null ? null : t(`delivery.closed.${why}`)}
        pending={pending}
        onClick={submit}
      >
        {t('delivery.submit')}
      </ActionButton>
    </>
  )
}

type ExceptionsProps = { orders: readonly Stop[]; draft: DeliveryForm; change: (part: Partial<DeliveryForm>) => void }

/** What only some deliveries have: quantities that differ from the order, a photo, a note. */
function Exceptions({ orders, draft, change }: ExceptionsProps) {
  const { t } = useTranslation('driver')
  const [noting, setNoting] = useState(draft.note !== '')
  return (
    <>
      <div className={styles.more}>
        <Button
          variant={draft.quantities === null ? 'default' : 'filled'}
          aria-expanded={draft.quantities !== null}
          leftSection={<PackageMinus size={20} aria-hidden />}
          onClick={() => change({ quantities: draft.quantities === null ? allDelivered(orders) : null })}
        >
          {t('delivery.not-everything')}
        </Button>
        <div>
          <PhotoField photo={draft.photo} onChange={(photo) => change({ photo })} />
        </div>
        <Button
          variant={noting ? 'filled' : 'default'}
          aria-expanded={noting}
          leftSection={<NotebookPen size={20} aria-hidden />}
          onClick={() => {
            setNoting(!noting)
            change({ note: '' })
          }}
        >
          {t('word.note')}
        </Button>
      </div>
      {draft.quantities === null ? null : (
        <DeliveredQuantities
          orders={orders}
          quantities={draft.quantities}
          onChange={(key, quantity) => change({ quantities: { ...draft.quantities, [key]: quantity } })}
        />
      )}
      {draft.photo === null ? null : (
        <img className={styles.photo} src={draft.photo.address} alt={t('delivery.photo-taken')} />
      )}
      {noting ? (
        <Textarea
          size="md"
          label={t('delivery.note-label')}
          autosize
          minRows={2}
          maxLength={500}
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}
