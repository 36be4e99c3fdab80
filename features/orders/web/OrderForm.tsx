import { Select, Tabs, Textarea, TextInput } from '@mantine/core'
import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { customerDetail } from '#features/customers/domain/contract.ts'
import { dayOf } from '#kernel/day.ts'
import type { Rate } from '#kernel/money.ts'
import { useAsk } from '#web/query.ts'
import { DayInput, WallClockInput } from '#web/ui/DayInput.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import type { DeliveryAddress } from '../domain/contract.ts'
import { CustomerField } from './CustomerField.tsx'
import { DraftLines } from './DraftLines.tsx'
import { LendingTab } from './LendingTab.tsx'
import { type OrderDraft, totalsOf } from './order-draft.ts'
import form from './order-form.module.css'
import styles from './orders.module.css'

type Props = {
  draft: OrderDraft
  setDraft: Dispatch<SetStateAction<OrderDraft>>
  /** The order being changed; none while a new one is written. */
  orderId?: number
  /** Above the buttons: what went wrong. */
  problem: ReactNode
  buttons: ReactNode
  /** What Ctrl+S and Ctrl+Enter do. */
  save: () => void
}

/** The form of an order or offer, the same for a new one and for one that is changed. */
export function OrderForm({ draft, setDraft, orderId, problem, buttons, save }: Props) {
  const { t } = useTranslation('orders')
  const entry = useRef<HTMLInputElement>(null)
  const today = dayOf(new Date().toISOString())
  const customer = useAsk(
    customerDetail,
    { id: draft.customer?.id ?? 0 },
    { topics: ['customers', `customers:${draft.customer?.id ?? 0}`], enabled: draft.customer !== null },
  )
  const record = customer.data?.customer
  const set = (patch: Partial<OrderDraft>) => setDraft((before) => ({ ...before, ...patch }))
  const late = draft.expectedDelivery !== null && draft.expectedDelivery.slice(0, 10) < today
  const totals = totalsOf(draft)

  // Goods go to the customer's own address unless somebody says otherwise.
  useEffect(() => {
    if (orderId !== undefined || record === undefined || record.address === '') return
    setDraft((before) =>
      before.customer?.id === record.id && before.deliveryAddress.address === ''
        ? { ...before, deliveryAddress: ownAddress(record) }
        : before,
    )
  }, [orderId, record, setDraft])

  // What went wrong must not hide behind the bar at the foot.
  const said = useRef<HTMLDivElement>(null)
  const isSaid = problem !== null
  useEffect(() => {
    if (isSaid) said.current?.scrollIntoView({ block: 'end' })
  }, [isSaid])

  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || (event.key !== 'Enter' && event.key.toLowerCase() !== 's')) return
      event.preventDefault()
      latestSave.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      <div className={styles.stack}>
        <Panel title={t('customer.title')}>
          <CustomerField
            customer={draft.customer}
            startsHere={draft.customer === null}
            choose={(chosen) => {
              set({
                customer: chosen,
                ...(chosen.id === draft.customer?.id ? {} : { deliveryAddress: { address: '' } }),
              })
              entry.current?.focus()
            }}
          />
          {customer.error ? <RefusalText error={customer.error} retry={() => void customer.refetch()} /> : null}
        </Panel>
        <Panel flush>
          <Tabs defaultValue="lines" keepMounted={false}>
            <Tabs.List className={styles.tabs}>
              <Tabs.Tab value="lines">{t('form.lines', { count: draft.lines.length })}</Tabs.Tab>
              <Tabs.Tab value="loans">{t('form.loans', { count: draft.loans.length })}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="lines">
              <DraftLines
                draft={draft}
                setDraft={setDraft}
                discount={(record?.discount ?? 0) as Rate}
                orderId={orderId}
                entry={entry}
              />
            </Tabs.Panel>
            <Tabs.Panel value="loans">
              <LendingTab draft={draft} setDraft={setDraft} />
            </Tabs.Panel>
          </Tabs>
        </Panel>
        <Panel title={t('form.delivery')}>
          <div className={form.fields}>
            <WallClockInput
              label={t('fact.delivery')}
              value={draft.expectedDelivery}
              onChange={(expectedDelivery) => set({ expectedDelivery })}
              {...(orderId === undefined
                ? { minDate: today, error: late ? t('refusal.delivery-past') : undefined }
                : {})}
              clearable
            />
            <DayInput
              label={t('fact.valid-until')}
              description={undefined}
              value={draft.validUntil}
              onChange={(validUntil) => set({ validUntil })}
            />
            <AddressSelect
              chosen={draft.deliveryAddress}
              known={record !== undefined}
              offered={record ? [ownAddress(record), ...record.extraAddresses] : []}
              choose={(deliveryAddress) => set({ deliveryAddress })}
            />
            <TextInput
              label={t('fact.driver-note')}
              maxLength={2000}
              value={draft.driverNote}
              onChange={(event) => set({ driverNote: event.currentTarget.value })}
            />
            <Textarea
              className={form.wide}
              label={t('fact.description')}
              autosize
              minRows={2}
              maxLength={4000}
              value={draft.description}
              onChange={(event) => set({ description: event.currentTarget.value })}
            />
          </div>
        </Panel>
      </div>
      <div ref={said} className={form.problem}>
        {problem}
      </div>
      <div className={form.bar} role="group" aria-label={t('actions')}>
        <div className={form.total} data-totals aria-live="polite">
          <span className={styles.note}>
            {t('summary.products')} <MoneyText value={totals.products} /> · {t('summary.vat')}{' '}
            <MoneyText value={totals.vat} />
          </span>
          {t('summary.total')}{' '}
          <strong>
            <MoneyText value={totals.total} />
          </strong>
        </div>
        {buttons}
      </div>
    </>
  )
}

const ownAddress = (customer: { address: string; postcode: string; city: string; phone: string }): DeliveryAddress => ({
  address: customer.address,
  postcode: customer.postcode,
  city: customer.city,
  phone: customer.phone,
})

const addressText = (address: DeliveryAddress): string =>
  [address.address, address.building, address.floor, address.postcode, address.city, address.phone]
    .filter(Boolean)
    .join(', ')

type AddressProps = {
  known: boolean
  chosen: DeliveryAddress
  offered: readonly DeliveryAddress[]
  choose: (address: DeliveryAddress) => void
}

/** Where the goods go: the customer's own address, a further one, or the one the order already has. */
function AddressSelect({ known, chosen, offered, choose }: AddressProps) {
  const { t } = useTranslation('orders')
  const texts = new Map(
    offered.filter((address) => address.address !== '').map((address) => [addressText(address), address]),
  )
  if (chosen.address !== '' && !texts.has(addressText(chosen))) texts.set(addressText(chosen), chosen)
  return (
    <Select
      label={t('fact.address')}
      placeholder={known && texts.size === 0 ? t('form.no-address') : t('form.choose-address')}
      data={[...texts.keys()]}
      value={chosen.address === '' ? null : addressText(chosen)}
      onChange={(text) => choose(text === null ? { address: '' } : (texts.get(text) ?? { address: '' }))}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
    />
  )
}
