import { DayInput } from '#web/ui/form/DayInput.tsx'
import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { FocusEvent, ReactNode } from 'react'
import type { Setting } from '#kernel/settings/form.ts'
import { CountInput, MoneyInput, PriceInput, QuantityInput, RateInput } from '#web/ui/form/DecimalInput.tsx'

/** The properties that the form gives to the input of one value. */
export type ValueProps = {
  readonly value?: unknown
  readonly onChange?: (value: never) => void
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void
  readonly error?: ReactNode
}

type ScalarInputProps = {
  readonly setting: Exclude<Setting, { kind: 'names' | 'rows' }>
  readonly label: string
  readonly description?: ReactNode
  readonly optionText: (option: string) => string
  readonly input: ValueProps
}

const AMOUNT_INPUTS = { money: MoneyInput, price: PriceInput, quantity: QuantityInput, rate: RateInput } as const

/** How a phone and the browser help to type a checked text. */
const TYPING = {
  email: { inputMode: 'email', autoCapitalize: 'none' },
  iban: { inputMode: 'text', autoCapitalize: 'characters', spellCheck: false },
  phone: { inputMode: 'tel' },
  series: { autoCapitalize: 'characters', spellCheck: false },
  day: {},
  vat: { inputMode: 'numeric' },
  web: { inputMode: 'url', autoCapitalize: 'none' },
} as const

type DaySettingProps = Omit<ValueProps, 'value' | 'onChange'> & {
  readonly label: string
  readonly description: ReactNode
  readonly value: string
  readonly onChange?: (value: string) => void
}

/** The input for a day. An empty text is no day. */
function DaySetting({ value, onChange, ...rest }: DaySettingProps) {
  return <DayInput {...rest} value={value === '' ? null : value} onChange={(day) => onChange?.(day ?? '')} />
}

/** The input for one value that is no list. */
export function ScalarInput({ setting, label, description, optionText, input }: ScalarInputProps) {
  // The form gives untyped properties; the kind of the setting says which type they have.
  const given = input as Record<string, never> & { value: never }
  const texts = { label, description }
  switch (setting.kind) {
    case 'kept-days':
    case 'count':
      return <CountInput {...given} {...texts} min={setting.least} max={setting.most} />
    case 'amount': {
      const Input = AMOUNT_INPUTS[setting.of]
      return <Input {...given} {...texts} min={setting.least} max={setting.most} />
    }
    case 'text':
      if (setting.check === 'day') return <DaySetting {...given} {...texts} />
      return setting.lines ? (
        <Textarea {...given} {...texts} autosize minRows={3} maxRows={12} maxLength={setting.longest} />
      ) : (
        <TextInput
          {...given}
          {...texts}
          {...(setting.check && TYPING[setting.check])}
          withAsterisk={setting.required ?? false}
          maxLength={setting.longest}
          autoComplete="off"
        />
      )
    case 'yes-no': {
      const { value, ...rest } = given
      return <Switch {...rest} {...texts} checked={value === (true as unknown)} />
    }
    case 'choice':
      return (
        <Select {...given} {...texts} data={setting.options.map((value) => ({ value, label: optionText(value) }))} />
      )
  }
}
