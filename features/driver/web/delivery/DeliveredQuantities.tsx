import { useTranslation } from 'react-i18next'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import { showQuantity } from '#web/format.ts'
import { QuantityStepper } from '../QuantityStepper.tsx'
import styles from '../stepper.module.css'

export type DeliveredQuantitiesProps = {
  lines: ShipmentCard['lines']
  quantities: Readonly<Record<number, number | null>>
  onChange: (lineNo: number, quantity: number | null) => void
}

/** Asks for the delivered quantity of each line. */
export function DeliveredQuantities({ lines, quantities, onChange }: DeliveredQuantitiesProps) {
  const { t } = useTranslation('driver')
  return (
    <section aria-labelledby="delivered-quantities">
      <h3 id="delivered-quantities">{t('delivery.delivered')}</h3>
      <ul className={styles.rows}>
        {lines.map((line) => (
          <li key={line.lineNo}>
            <span className={styles.what}>
              {line.name}
              <small>
                {t('delivery.of', {
                  quantity: showQuantity(line.quantity),
                  unit: t(`unit.${line.unit}`, { ns: 'products', defaultValue: line.unit }),
                })}
              </small>
            </span>
            <QuantityStepper
              label={t('delivery.delivered-of', { name: line.name })}
              value={quantities[line.lineNo] ?? null}
              most={line.quantity}
              onChange={(quantity) => onChange(line.lineNo, quantity)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
