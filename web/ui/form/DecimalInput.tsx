import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseDecimal, PLACES, toDecimal } from '#kernel/money.ts'
import { decimalSign } from '#web/format.ts'
import { unreadableMark } from '#web/ui/form/unreadable.ts'
import styles from './decimal-input.module.css'

type Scaled = {
  /** The scaled whole number of kernel/money.ts, or null while empty or unreadable. */
  value: number | null | undefined
  onChange?: ((value: number | null) => void) | undefined
  /** Smallest and largest scaled value allowed. */
  min?: number | undefined
  max?: number | undefined
}

export type DecimalInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max'> &
  Scaled

/** What a figure in a table cell needs beside its value. */
export type LightInputProps = Scaled & {
  label: string
  /** Outlined as wrong although the figure can be read. */
  wrong?: boolean
  'data-quantity'?: number
  'data-price'?: number
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

type Kind = { places: number; shown: number; unit?: string }
type Problem = { readonly code: 'number' | 'at-least' | 'at-most'; readonly value?: string }
type Box = HTMLInputElement

const textOf = (value: number | null | undefined, kind: Kind): string => {
  if (value === null || value === undefined) return ''
  const full = toDecimal(value, kind.places)
  const point = full.length - kind.places
  const fraction = full.slice(point).replace(/0+$/, '').padEnd(kind.shown, '0')
  return fraction === '' ? full.slice(0, point - 1) : `${full.slice(0, point - 1)}${decimalSign()}${fraction}`
}

/** What is typed, what it means and what is wrong with it; the same for every look of a figure. */
function useDecimalText({ value, onChange, min, max }: Scaled, kind: Kind) {
  const sign = decimalSign()
  const [text, setText] = useState(() => textOf(value, kind))
  const [problem, setProblem] = useState<Problem | null>(null)
  const known = useRef<number | null>(value ?? null)

  // A value that comes from outside (reset, computed) replaces the text; what is being typed is left alone.
  useEffect(() => {
    if ((value ?? null) === known.current) return
    known.current = value ?? null
    setText(textOf(value, kind))
    setProblem(null)
  }, [value, kind])

  const shownWith = useRef(sign)
  useEffect(() => {
    if (shownWith.current === sign) return
    shownWith.current = sign
    setText((typed) => (known.current === null ? typed : textOf(known.current, kind)))
  }, [sign, kind])

  const give = (next: number | null) => {
    known.current = next
    onChange?.(next)
  }

  const read = (typed: string): { value: number | null; problem: Problem | null } => {
    if (typed.trim() === '') return { value: null, problem: null }
    const parsed = parseDecimal(typed, kind.places)
    if (parsed === null) return { value: null, problem: { code: 'number' } }
    if (min !== undefined && parsed < min)
      return { value: null, problem: { code: 'at-least', value: textOf(min, kind) } }
    if (max !== undefined && parsed > max)
      return { value: null, problem: { code: 'at-most', value: textOf(max, kind) } }
    return { value: parsed, problem: null }
  }

  return {
    text,
    problem,
    mark: unreadableMark(read(text).problem !== null),
    select: (event: FocusEvent<Box>) => event.currentTarget.select(),
    step: (event: KeyboardEvent<Box>) => {
      if (event.defaultPrevented || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const hundredth = Math.max(1, 10 ** (kind.places - 2))
      const next = (read(text).value ?? 0) + (event.key === 'ArrowUp' ? hundredth : -hundredth)
      if ((min !== undefined && next < min) || (max !== undefined && next > max)) return
      setText(textOf(next, kind))
      setProblem(null)
      give(next)
    },
    type: (event: ChangeEvent<Box>) => {
      const typed = event.currentTarget.value
      setText(typed)
      const next = read(typed)
      if (problem !== null && next.problem === null) setProblem(null)
      give(next.value)
    },
    leave: () => {
      const next = read(text)
      setProblem(next.problem)
      if (next.problem === null) setText(textOf(next.value, kind))
    },
  }
}

/** `step` says what the arrow keys do; the field itself takes a comma, which a number field of the browser would not. */
const FIGURE = { inputMode: 'decimal', step: '0.01', autoComplete: 'off' } as const

function DecimalInput({
  value,
  onChange,
  min,
  max,
  kind,
  error,
  onBlur,
  onFocus,
  onKeyDown,
  ...rest
}: DecimalInputProps & { kind: Kind }) {
  const { t } = useTranslation('frame')
  const field = useDecimalText({ value, onChange, min, max }, kind)
  return (
    <TextInput
      {...rest}
      {...FIGURE}
      {...field.mark}
      value={field.text}
      error={field.problem ? t(`invalid.${field.problem.code}`, { value: field.problem.value }) : error}
      rightSection={kind.unit ? <span aria-hidden>{kind.unit}</span> : undefined}
      rightSectionPointerEvents="none"
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      onFocus={(event) => {
        field.select(event)
        onFocus?.(event)
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        field.step(event)
      }}
      onChange={field.type}
      onBlur={(event) => {
        field.leave()
        onBlur?.(event)
      }}
    />
  )
}

/** The same figure as a bare box, for tables with hundreds of them; the label is for the ear. */
function LightInput({
  value,
  onChange,
  min,
  max,
  kind,
  label,
  wrong = false,
  onKeyDown,
  ...rest
}: LightInputProps & { kind: Kind }) {
  const problemId = useId()
  const field = useDecimalText({ value, onChange, min, max }, kind)
  return (
    <>
      <input
        {...rest}
        {...FIGURE}
        {...field.mark}
        className={styles.light}
        aria-label={label}
        aria-invalid={field.problem !== null || wrong || undefined}
        aria-describedby={field.problem ? problemId : undefined}
        value={field.text}
        onFocus={field.select}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          field.step(event)
        }}
        onChange={field.type}
        onBlur={field.leave}
      />
      {field.problem ? <LightProblem id={problemId} problem={field.problem} /> : null}
    </>
  )
}

function LightProblem({ id, problem }: { id: string; problem: Problem }) {
  const { t } = useTranslation('frame')
  return (
    <span id={id} className={styles.problem}>
      {t(`invalid.${problem.code}`, { value: problem.value })}
    </span>
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

/** A price as a bare box in a table. */
export const LightPriceInput = (props: LightInputProps) => <LightInput {...props} kind={PRICE} />
/** A quantity as a bare box in a table. */
export const LightQuantityInput = (props: LightInputProps) => <LightInput {...props} kind={QUANTITY} />
