import { ActionIcon } from '@mantine/core'
import { Minus, Plus } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { ONE_UNIT } from '#kernel/money.ts'
import { CountInput, QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { useStartField } from '#web/ui/form/use-start-field.ts'
import styles from './quantity-stepper.module.css'
import { idleIf } from '#web/ui/idle.ts'
import { sayAloud } from '#web/ui/say-aloud.ts'
import { showCount, showQuantity } from '#web/format.ts'

type QuantityStepperProps = {
  /** Names the counted item in the labels of the field and of both buttons. */
  label: string
  value: number | null
  most: number
  /** True if a fraction is refused. */
  whole?: boolean
  /** True on a tablet at arm's length. */
  large?: boolean
  /** The field has the focus when it is first drawn. */
  startsHere?: boolean
  onChange: (value: number | null) => void
}

/** Shows a quantity with buttons for one less and one more. It can also be typed. */
export const QuantityStepper = (props: QuantityStepperProps) => (
  <Stepper {...props} least={0} step={ONE_UNIT} Input={QuantityInput} />
)

/** Shows a whole number, such as a number of parcels, with the same buttons. */
export const CountStepper = (props: QuantityStepperProps & { least: number; readOnly?: boolean }) => (
  <Stepper {...props} step={1} Input={CountInput} />
)

type StepperProps = QuantityStepperProps & {
  least: number
  step: number
  readOnly?: boolean
  Input: typeof CountInput
}

function Stepper({
  label,
  value,
  least,
  most,
  step: one,
  whole,
  large,
  startsHere = false,
  readOnly = false,
  Input,
  onChange,
}: StepperProps) {
  const { t } = useTranslation('frame')
  const field = useStartField(startsHere)
  const now = value ?? 0
  /** A reader says the new value, because the focus stays at the button. */
  const step = (next: number) => {
    onChange(next)
    sayAloud(Input === CountInput ? showCount(next) : showQuantity(next))
  }
  return (
    <div className={styles.stepper} data-large={large || undefined}>
      <ActionIcon
        variant="default"
        aria-label={t('stepper.less', { label })}
        {...idleIf(readOnly || now <= least, () => step(Math.max(now - one, least)))}
      >
        <Minus size={20} aria-hidden />
      </ActionIcon>
      <Input
        ref={field}
        size="md"
        aria-label={label}
        value={value}
        min={least}
        max={most}
        whole={whole}
        readOnly={readOnly}
        onChange={onChange}
      />
      <ActionIcon
        variant="default"
        aria-label={t('stepper.more', { label })}
        {...idleIf(readOnly || now >= most, () => step(Math.min(now + one, most)))}
      >
        <Plus size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}
