import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addressText } from '#features/orders/web/AddressField.tsx'
import { fieldOf } from '#features/orders/domain/fields.ts'
import { NOTHING, showPrice, showQuantity } from '#web/format.ts'
import { valueText } from '#web/records/field-text.ts'
import { ClashFrame } from '#web/ui/clash/ClashFrame.tsx'
import { FieldChoice } from '#web/ui/clash/FieldChoice.tsx'
import { showFirstChoice } from '#web/ui/clash/show-first-choice.ts'
import type { Clash, FigureClash, LineClash } from '../domain/clash.ts'
import { type FieldClash, isTaken } from '../domain/draft-merge.ts'
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
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => showFirstChoice(box.current), [])
  const figures = clashes.filter((clash): clash is FigureClash => clash.figure !== 'removed')
  const removed = clashes.filter((clash): clash is LineClash => clash.figure === 'removed')
  const title = figures.length > 0 ? 'clashes' : fields.length > 0 ? 'choose' : 'lines'
  return (
    <ClashFrame boxRef={box} title={t(`conflict.${title}`)} close={close}>
      {figures.length > 0 ? (
        <ul className={form.changes}>
          {figures.map(({ name, figure, theirs }, index) => (
            <li key={index}>
              {name}: {t(figure === 'lent' ? 'lend.lent' : `orders:line.${figure}`)}{' '}
              <strong className="figures">{theirValue(figure, theirs)}</strong>
            </li>
          ))}
        </ul>
      ) : null}
      {removed.map(({ name, by }, index) => (
        <Text key={index} size="sm" c="var(--mantine-color-text)">
          {t(`conflict.removed-${by}`, { name })}
        </Text>
      ))}
      {fields.map(({ field, ...values }) => {
        const version = (whose: 'mine' | 'theirs') => ({
          text: valueOf(field, values[whose]),
          taken: isTaken(draft, values[whose]),
          take: () => take(values[whose]),
        })
        return (
          <FieldChoice
            key={field}
            label={t(`orders:field.${field}`)}
            mine={version('mine')}
            theirs={version('theirs')}
          />
        )
      })}
    </ClashFrame>
  )
}

/** Returns the other person's value of a figure or note of a line as text. */
function theirValue(figure: FigureClash['figure'], theirs: FigureClash['theirs']): string {
  if (typeof theirs === 'string') return theirs || NOTHING
  return figure === 'price' ? showPrice(theirs) : showQuantity(theirs)
}

/** Returns the value of a field as text. */
function valueOf(field: FieldClash['field'], values: Partial<OrderDraft>): string {
  if (field === 'customer') return values.customer?.name ?? ''
  if (field === 'deliveryAddress') return values.deliveryAddress ? addressText(values.deliveryAddress) : ''
  return valueText(fieldOf(field), values[field])
}
