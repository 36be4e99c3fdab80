import { ActionIcon } from '@mantine/core'
import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { addQuantity, quantity, subtractQuantity } from '#kernel/money.ts'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import styles from './quantity-stepper.module.css'

const ONE = quantity(1_0000)

export type QuantityStepperProps = {
  /** Names the counted item in the labels of the field and of both buttons. */
  label: string
  value: number | null
  most: number
  onChange: (value: number | null) => void
}

/** Shows a quantity with buttons for one less and one more. It can also be typed. */
export function QuantityStepper({ label, value, most, onChange }: QuantityStepperProps) {
  const { t } = useTranslation('frame')
  const now = quantity(value ?? 0)
  const less = now > ONE ? subtractQuantity(now, ONE) : quantity(0)
  const more = addQuantity(now, ONE)
  return (
    <div className={styles.stepper}>
      <ActionIcon
        variant="default"
        aria-label={t('stepper.less', { label })}
        disabled={now <= 0}
        onClick={() => onChange(less)}
      >
        <Minus size={20} aria-hidden />
      </ActionIcon>
      <QuantityInput size="md" aria-label={label} value={value} min={0} max={most} onChange={onChange} />
      <ActionIcon
        variant="default"
        aria-label={t('stepper.more', { label })}
        disabled={now >= most}
        onClick={() => onChange(Math.min(more, most))}
      >
        <Plus size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}
