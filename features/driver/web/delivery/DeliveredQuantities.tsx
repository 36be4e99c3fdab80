import { useTranslation } from 'react-i18next'
import { hasWholeParts } from '#features/products/domain/product.ts'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import { quantity } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import styles from '#web/ui/form/quantity-stepper.module.css'
import { QuantityStepper } from '#web/ui/form/QuantityStepper.tsx'
import { lineKey } from '../../domain/delivery-form.ts'

type DeliveredQuantitiesProps = {
  orders: readonly Pick<ShipmentCard, 'id' | 'lines'>[]
  /** The delivered quantity by `lineKey`. */
  quantities: Readonly<Record<string, number | null>>
  onChange: (key: string, quantity: number | null) => void
}

/** Asks for the delivered quantity of each line. With several orders, each line names its order. */
export function DeliveredQuantities({ orders, quantities, onChange }: DeliveredQuantitiesProps) {
  const { t } = useTranslation('driver')
  const lines = orders.flatMap(({ id, lines: ofOrder }) =>
    ofOrder.map((line) => ({ ...line, orderId: id, key: lineKey(id, line.lineNo) })),
  )
  return (
    <section aria-labelledby="delivered-quantities">
      <h3 id="delivered-quantities">{t('delivery.delivered')}</h3>
      <ul className={styles.rows}>
        {lines.map((line) => (
          <li key={line.key}>
            <span className={styles.what}>
              {line.name}
              <small>
                {t('delivery.of', {
                  quantity: showQuantity(line.quantity),
                  unit: t(`unit.${line.unit}`, { ns: 'products', defaultValue: line.unit }),
                })}
                {orders.length === 1 ? '' : ` · ${t('card.order', { id: line.orderId })}`}
              </small>
            </span>
            <QuantityStepper
              label={t('delivery.delivered-of', { name: line.name })}
              value={quantities[line.key] ?? null}
              most={line.quantity}
              whole={hasWholeParts(line.unit, quantity(line.quantity))}
              onChange={(quantity) => onChange(line.key, quantity)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
