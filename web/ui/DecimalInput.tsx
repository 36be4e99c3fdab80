import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseDecimal, PLACES, toDecimal } from '#kernel/money.ts'
import { decimalSign } from '#web/format.ts'

export type DecimalInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max'> & {
  /** The scaled whole number of kernel/money.ts, or null while empty or unreadable. */
  value: number | null | undefined
  onChange?: (value: number | null) => void
  /** Smallest and largest scaled value allowed. */
  min?: number
  max?: number
}

type Kind = { places: number; shown: number; unit?: string }

const textOf = (value: number | null | undefined, kind: Kind): string => {
  if (value === null || value === undefined) return ''
  const full = toDecimal(value, kind.places)
  const point = full.length - kind.places
  const fraction = full.slice(point).replace(/0+$/, '').padEnd(kind.shown, '0')
  return fraction === '' ? full.slice(0, point - 1) : `${full.slice(0, point - 1)}${decimalSign()}${fraction}`
}

function DecimalInput({
  value,
  onChange,
  min,
  max,
  kind,
  error,
  onBlur,
  onKeyDown,
  ...rest
}: DecimalInputProps & { kind: Kind }) {
  const { t, i18n } = useTranslation('frame')
  const [text, setText] = useState(() => textOf(value, kind))
  const [problem, setProblem] = useState<string | null>(null)
  const known = useRef<number | null>(value ?? null)

  // A value that comes from outside (reset, computed) replaces the text; what is being typed is left alone.
  useEffect(() => {
    if ((value ?? null) === known.current) return
    known.current = value ?? null
    setText(textOf(value, kind))
    setProblem(null)
  }, [value, kind])

  useEffect(() => {
    setText((typed) => (known.current === null ? typed : textOf(known.current, kind)))
  }, [i18n.language, kind])

  const give = (next: number | null) => {
    known.current = next
    onChange?.(next)
  }

  const read = (typed: string): { value: number | null; problem: string | null } => {
    if (typed.trim() === '') return { value: null, problem: null }
    const parsed = parseDecimal(typed, kind.places)
    if (parsed === null) return { value: null, problem: t('invalid.number') }
    if (min !== undefined && parsed < min)
      return { value: null, problem: t('invalid.at-least', { value: textOf(min, kind) }) }
    if (max !== undefined && parsed > max)
      return { value: null, problem: t('invalid.at-most', { value: textOf(max, kind) }) }
    return { value: parsed, problem: null }
  }

  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.defaultPrevented || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const hundredth = Math.max(1, 10 ** (kind.places - 2))
    const next = (read(text).value ?? 0) + (event.key === 'ArrowUp' ? hundredth : -hundredth)
    if ((min !== undefined && next < min) || (max !== undefined && next > max)) return
    setText(textOf(next, kind))
    setProblem(null)
    give(next)
  }

  return (
    <TextInput
      {...rest}
      value={text}
      inputMode="decimal"
      step="0.01"
      autoComplete="off"
      error={problem ?? error}
      rightSection={kind.unit ? <span aria-hidden>{kind.unit}</span> : undefined}
      rightSectionPointerEvents="none"
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      onFocus={(event) => {
        event.currentTarget.select()
        rest.onFocus?.(event)
      }}
      onKeyDown={step}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        const next = read(typed)
        if (problem !== null && next.problem === null) setProblem(null)
        give(next.value)
      }}
      onBlur={(event) => {
        const next = read(text)
        setProblem(next.problem)
        if (next.problem === null) setText(textOf(next.value, kind))
        onBlur?.(event)
      }}
    />
  )
}

const MONEY: Kind = { places: PLACES.cents, shown: 2, unit: '€' }
const PRICE: Kind = { places: PLACES.unitPrice, shown: 2, unit: '€' }
const QUANTITY: Kind = { places: PLACES.quantity, shown: 0 }
const RATE: Kind = { places: PLACES.rate, shown: 0, unit: '%' }

const COUNT: Kind = { places: 0, shown: 0 }

/** A whole number. */
export const CountInput = (props: DecimalInputProps) => <DecimalInput {...props} kind={COUNT} />
/** An amount in euro; value in cents. Comma and point are both the decimal sign. */
export const MoneyInput = (props: DecimalInputProps) => <DecimalInput {...props} kind={MONEY} />
/** Price or cost of one unit; value in ten-thousandths of a euro. */
export const PriceInput = (props: DecimalInputProps) => <DecimalInput {...props} kind={PRICE} />
/** Pieces, kilograms, metres; value in ten-thousandths. */
export const QuantityInput = (props: DecimalInputProps) => <DecimalInput {...props} kind={QUANTITY} />
/** A percentage (VAT, discount, commission); value in hundredths of a percent. */
export const RateInput = (props: DecimalInputProps) => <DecimalInput {...props} kind={RATE} />
