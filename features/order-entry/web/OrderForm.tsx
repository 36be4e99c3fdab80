import { Tabs } from '@mantine/core'
import {
  type Dispatch,
  memo,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { customerDetail } from '#features/customers/domain/contract.ts'
import { salespersonOptions } from '#features/salespersons/domain/contract.ts'
import { type Day, dayOf } from '#kernel/day.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { rate } from '#kernel/money.ts'
import { valuesIn } from '#kernel/records/fields.ts'
import { useAsk } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { useSaveKeys, useScrollIntoView } from '#web/ui/form/long-form.ts'
import type { LastOrder } from '#features/orders/domain/detail-contract.ts'
import { ORDER_FIELDS } from '#features/orders/domain/fields.ts'
import { CustomerField } from './CustomerField.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { costsWith } from '../domain/draft-costs.ts'
import { chooseCustomer, takeOwnAddress } from '../domain/draft-customer.ts'
import { proposeDelivery } from '../domain/draft-delivery.ts'
import type { Discounts } from '../domain/draft-prices.ts'
import { takeEarlierPrices, type RepeatedOrder, repeatOrder } from '../domain/draft-repeat.ts'
import { DraftLines } from './lines/DraftLines.tsx'
import { FormFoot } from './FormFoot.tsx'
import { LendingTab } from './lines/LendingTab.tsx'
import { type DraftCustomer, type DraftProduct, isLate, type OrderDraft } from '../domain/order-draft.ts'
import form from './order-form.module.css'
import styles from '#features/orders/web/order-frame.module.css'
import { useReadyDay } from './ready/use-ready-day.ts'
import { NoLines, RepeatedNote } from './RepeatOrder.tsx'

type CustomerRecord = OutputOf<typeof customerDetail>['party']

type Props = {
  draft: OrderDraft
  setDraft: Dispatch<SetStateAction<OrderDraft>>
  /** The order being changed, or none for a new one. */
  orderId?: number
  /** The stored delivery date, which may stay although it is past. */
  keptDelivery?: string | null
  /** True if an offer can be saved, which has a last day of validity. */
  mayBeOffer: boolean
  /** Messages above the buttons. */
  problem: ReactNode
  buttons: ReactNode
  /** Input is disabled while the form is being saved, because it would be lost. */
  saving: boolean
  /** True if the customer was chosen elsewhere, so that the cursor begins at the products. */
  startsWithProducts?: boolean
  /** The order that the draft copies, so that the form says how it differs from it. */
  copied?: RepeatedOrder | null
  /** Receives the earliest day as the form shows it; null while it is not known. */
  tell: (day: Day | null) => void
  /** The actions of Ctrl+S and Ctrl+Enter, and of both with Shift. */
  save: () => void
  saveAgain?: () => void
}

/** Shows the form of an order or offer, for new ones and for changes. In one piece, because its parts share the draft. */
export function OrderForm(props: Props) {
  const { draft, setDraft, orderId, keptDelivery = null, mayBeOffer, problem, buttons, save, saveAgain } = props
  const { saving, startsWithProducts = false, copied = null, tell } = props
  const entry = useRef<HTMLInputElement>(null)
  const today = dayOf(new Date().toISOString())
  const { customer, record } = useCustomerOf(draft, setDraft, orderId)
  const isNew = orderId === undefined
  useProposedDelivery(draft, setDraft, isNew ? today : null)
  const ready = useReadyDay(draft, orderId, tell)
  const costOf = useMemo(() => costsWith(draft.loans), [draft.loans])
  const [repeated, setRepeated] = useState<RepeatedOrder | null>(copied)
  const choose = useCallback(
    (chosen: DraftCustomer) => {
      setRepeated(null)
      setDraft((before) => chooseCustomer(before, chosen))
      entry.current?.focus()
    },
    [setDraft],
  )

  useEffect(() => {
    if (startsWithProducts) entry.current?.focus()
    // Only at the first rendering: later the person places the cursor.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useSaveKeys(save, saveAgain ?? save)
  const fields = useKeptCursor(saving)
  const message = useScrollIntoView(problem !== null)
  return (
    <>
      {/* a new order is kept on the device */}
      <div ref={fields} className={styles.stack} data-kept={mayBeOffer || undefined} inert={saving} aria-busy={saving}>
        <Customer customer={draft.customer} record={record} choose={choose} />
        {customer.error && draft.customer !== null ? (
          <RefusalText error={customer.error} retry={() => void customer.refetch()} />
        ) : null}
        <Goods
          draft={draft}
          setDraft={setDraft}
          costOf={costOf}
          orderId={orderId}
          record={record}
          entry={entry}
          repeated={repeated}
          setRepeated={setRepeated}
        />
        <DeliveryFields
          {...valuesIn(ORDER_FIELDS, draft)}
          customerId={draft.customer?.id}
          customer={record}
          today={isNew ? today : null}
          proposed={draft.deliveryFrom === 'proposal'}
          late={draft.expectedDelivery !== keptDelivery && isLate(draft, today)}
          mayBeOffer={mayBeOffer}
          ready={ready}
          change={setDraft}
        />
      </div>
      <div ref={message} className={form.problem}>
        {problem}
      </div>
      <FormFoot draft={draft} costOf={costOf}>
        {buttons}
      </FormFoot>
    </>
  )
}

/** Reads the chosen customer. The own address of the customer is the default of a new order. */
function useCustomerOf(draft: OrderDraft, setDraft: Props['setDraft'], orderId: number | undefined) {
  const id = draft.customer?.id
  const customer = useAsk(customerDetail, { id: id ?? 0 }, { enabled: id !== undefined })
  const record = id === undefined ? undefined : customer.data?.party
  useEffect(() => {
    if (orderId === undefined && record !== undefined) setDraft((before) => takeOwnAddress(before, record))
  }, [orderId, record, setDraft])
  return { customer, record }
}

/** Fills in the proposed delivery of a new order. `today` is null while a stored order is changed. */
function useProposedDelivery({ customer }: OrderDraft, setDraft: Props['setDraft'], today: Day | null): void {
  useEffect(() => {
    if (today !== null) setDraft((before) => proposeDelivery(before, today))
  }, [customer, today, setDraft])
}

type GoodsProps = Pick<Props, 'draft' | 'setDraft' | 'orderId'> & {
  costOf: ReturnType<typeof costsWith>
  record: CustomerRecord | undefined
  /** The field that adds the next product. */
  entry: RefObject<HTMLInputElement | null>
  repeated: RepeatedOrder | null
  setRepeated: (repeated: RepeatedOrder | null) => void
}

/** Shows the products and the lent items of the order. */
function Goods({ draft, setDraft, orderId, costOf, record, entry, repeated, setRepeated }: GoodsProps) {
  const { t } = useTranslation('order-entry')
  const { discounts, salesperson } = useDiscounts(record)
  const customerId = draft.customer?.id
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  const fill = (order: LastOrder, products: readonly DraftProduct[], ordererId: number) => {
    // a person may have selected another customer or added a line while the products were loaded
    const isFor = (now: OrderDraft) => now.customer?.id === ordererId && now.lines.length === 0
    if (!isFor(latest.current)) return
    setDraft((before) => (isFor(before) ? repeatOrder(before, order, products).draft : before))
    setRepeated({ order, what: repeatOrder(latest.current, order, products).repeated })
    entry.current?.focus()
  }
  return (
    <Panel flush>
      <Tabs defaultValue="lines" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="lines">{t('form.lines', { count: draft.lines.length })}</Tabs.Tab>
          <Tabs.Tab value="loans">{t('form.loans', { count: draft.loans.length })}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="lines">
          {draft.lines.length === 0 ? (
            <NoLines customerId={orderId === undefined ? customerId : undefined} fill={fill} />
          ) : repeated ? (
            <RepeatedNote
              repeated={repeated.what}
              takeOldPrices={() => {
                setDraft((before) => takeEarlierPrices(before, repeated.order))
                setRepeated(null)
              }}
              close={() => setRepeated(null)}
            />
          ) : null}
          <DraftLines
            lines={draft.lines}
            loans={draft.loans}
            costOf={costOf}
            setDraft={setDraft}
            customerId={customerId}
            discounts={discounts}
            salesperson={salesperson}
            orderId={orderId}
            entry={entry}
          />
        </Tabs.Panel>
        <Tabs.Panel value="loans">
          <LendingTab draft={draft} setDraft={setDraft} orderId={orderId} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  )
}

const Customer = memo(function Customer(props: {
  customer: DraftCustomer | null
  record: CustomerRecord | undefined
  choose: (customer: DraftCustomer) => void
}) {
  const { t } = useTranslation('order-entry')
  return (
    <Panel title={t('orders:customer.title')}>
      <CustomerField {...props} startsHere={props.customer === null} />
    </Panel>
  )
})

/** Returns the discounts for a customer, as the same object while they stay the same. */
function useDiscounts(record: CustomerRecord | undefined) {
  const salespersonId = record?.salespersonId ?? null
  const options = useAsk(salespersonOptions, {}, { enabled: salespersonId !== null })
  const own = options.data?.rows.find((row) => row.id === salespersonId)
  const customer = record?.discount ?? rate(0)
  const first = own?.firstDiscount ?? rate(0)
  const normal = own?.normalDiscount ?? rate(0)
  const discounts = useMemo((): Discounts => ({ customer, first, normal }), [customer, first, normal])
  return { discounts, salesperson: own ? `${own.name} ${own.surname}`.trim() : '' }
}

/** Returns the cursor to its place when the form is enabled again. */
function useKeptCursor(saving: boolean) {
  const fields = useRef<HTMLDivElement>(null)
  const cursor = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const now = document.activeElement
    if (saving) cursor.current = fields.current?.contains(now) ? now : null
    else if (cursor.current instanceof HTMLElement && (now === null || now === document.body)) cursor.current.focus()
  }, [saving])
  return fields
}
