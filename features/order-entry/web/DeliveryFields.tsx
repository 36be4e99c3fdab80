import { Textarea } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#features/customers/domain/contract.ts'
import type { Day } from '#kernel/day.ts'
import { inputsOf, PanelFields } from '#web/records/PanelFields.tsx'
import { DayInput, WallClockInput } from '#web/ui/form/DayInput.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ORDER_FIELDS, type OrderValues } from '#features/orders/domain/fields.ts'
import { AddressField } from '#features/orders/web/AddressField.tsx'
import { chooseAddress, ownAddress } from '../domain/draft-customer.ts'
import { chooseDelivery } from '../domain/draft-delivery.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import { deliveryOn } from '../domain/ready-line.ts'
import { ReadyLine } from './ready/ReadyLine.tsx'
import type { ReadyAnswer } from './ready/use-ready-day.ts'
import form from './order-form.module.css'

type Props = OrderValues & {
  customerId: number | undefined
  /** The data of the customer, which is loaded after the id. */
  customer: Customer | undefined
  /** The first day that may be chosen, or null while a stored order is changed. */
  today: string | null
  late: boolean
  /** True if the form proposed the delivery. */
  proposed: boolean
  /** True if an offer can be saved, which has a last day of validity. */
  mayBeOffer: boolean
  /** The earliest day on which the goods can be ready. */
  ready: ReadyAnswer
  change: (change: (draft: OrderDraft) => OrderDraft) => void
}

/** Asks for delivery date, address and notes. */
export const DeliveryFields = memo(function DeliveryFields(props: Props) {
  const { customer, today, late, mayBeOffer, change } = props
  const set = (patch: Partial<OrderDraft>) => change((draft) => ({ ...draft, ...patch }))
  const { t } = useTranslation('order-entry')
  const earliest = props.ready.ready?.day ?? null
  const take = (day: Day) => change((draft) => chooseDelivery(draft, deliveryOn(day)))
  return (
    <Panel title={t('form.delivery')}>
      <div className={form.fields}>
        <WallClockInput
          label={t('orders:field.expectedDelivery')}
          value={props.expectedDelivery}
          onChange={(expectedDelivery) => change((draft) => chooseDelivery(draft, expectedDelivery))}
          description={props.proposed ? t('form.delivery-proposed') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={late ? t('orders:refusal.delivery-past') : undefined}
          // a minimum date would silently remove an earlier date that is typed
          getDayProps={(day) => ({ disabled: today !== null && day < today })}
          clearable
          offered={earliest === null ? null : deliveryOn(earliest)}
        />
        <ReadyLine answer={props.ready} delivery={props.expectedDelivery} take={take} />
        {mayBeOffer ? (
          <DayInput
            label={t('orders:fact.valid-until')}
            value={props.validUntil}
            onChange={(validUntil) => set({ validUntil })}
          />
        ) : null}
        <AddressField
          key={props.customerId ?? 0}
          chosen={props.deliveryAddress}
          known={customer !== undefined}
          offered={customer ? [ownAddress(customer), ...customer.extraAddresses] : []}
          choose={(deliveryAddress) => change((draft) => chooseAddress(draft, deliveryAddress))}
        />
        <PanelFields
          fields={ORDER_FIELDS}
          panel="delivery"
          feature="orders"
          form={inputsOf(props, (name, value) => set({ [name]: value }))}
          limited
        />
        <Textarea
          className={form.wide}
          label={t('orders:field.description')}
          autosize
          minRows={2}
          maxLength={ORDER_FIELDS.description.most}
          value={props.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
      </div>
    </Panel>
  )
})
