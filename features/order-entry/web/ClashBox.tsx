import { Alert } from '@mantine/core'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showDay } from '#kernel/day.ts'
import { addressText } from '#features/orders/web/AddressField.tsx'
import { showPrice, showQuantity, showWallClock } from '#web/format.ts'
import { type Clash, type FieldClash, isTaken } from '../domain/draft-merge.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import form from './order-form.module.css'

type Props = {
  draft: OrderDraft
  clashes: readonly Clash[]
  fields: readonly FieldClash[]
  /** Puts one of the two values of a field into the form. */
  take: (values: Partial<OrderDraft>) => void
  close: () => void
}

/**
 * Shows what both people changed. The form has the person's own values. Of a text, date or address both values are
 * shown, and the person chooses.
 */
export function ClashBox({ draft, clashes, fields, take, close }: Props) {
  const { t } = useTranslation('order-entry')
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      mt="md"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      icon={<Users size={16} aria-hidden />}
      title={t(clashes.length > 0 ? 'conflict.clashes' : 'conflict.choose')}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={close}
    >
      {clashes.length > 0 ? (
        <ul className={form.changes}>
          {clashes.map(({ name, figure, theirs }, index) => (
            <li key={index}>
              {name}: {t(`orders:line.${figure}`)} <strong className="figures">{theirValue(figure, theirs)}</strong>
            </li>
          ))}
        </ul>
      ) : null}
      {fields.map((clash) => (
        <FieldChoice key={clash.field} clash={clash} draft={draft} take={take} />
      ))}
    </Alert>
  )
}

/** Returns the other person's value of a figure or note of a line as text. */
function theirValue(figure: Clash['figure'], theirs: Clash['theirs']): string {
  if (typeof theirs === 'string') return theirs || '–'
  return figure === 'price' ? showPrice(theirs) : showQuantity(theirs)
}

/** The two values of one field. The one that the form has is pressed. */
function FieldChoice({ clash, draft, take }: Pick<Props, 'draft' | 'take'> & { clash: FieldClash }) {
  const { t } = useTranslation('order-entry')
  const label = t(`draft-field.${clash.field}`)
  return (
    <div role="group" aria-label={label} className={form.choice}>
      <strong>{label}</strong>
      {(['mine', 'theirs'] as const).map((whose) => (
        <button
          key={whose}
          type="button"
          className={form.version}
          aria-pressed={isTaken(draft, clash[whose])}
          onClick={() => take(clash[whose])}
        >
          <small>{t(`conflict.value-${whose}`)}</small>
          <span>{valueOf(clash[whose]) || '–'}</span>
        </button>
      ))}
    </div>
  )
}

/** Returns the value of a field as text. */
function valueOf({
  customer,
  description,
  driverNote,
  deliveryAddress,
  expectedDelivery,
  validUntil,
}: Partial<OrderDraft>) {
  return (
    description ??
    driverNote ??
    customer?.name ??
    (deliveryAddress ? addressText(deliveryAddress) : null) ??
    (expectedDelivery ? showWallClock(expectedDelivery) : null) ??
    (validUntil ? showDay(validUntil) : '')
  )
}
