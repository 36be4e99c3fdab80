import { TextInput, type TextInputProps } from '@mantine/core'
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type DecimalSign, parseDecimal, PLACES } from '#kernel/money.ts'
import { twoReadings } from '#kernel/text/typed-number.ts'
import { decimalSign, writeDecimal } from '#web/format.ts'
import { unreadableMark } from '#web/ui/form/unreadable.ts'
import { WhichReading } from '#web/ui/form/WhichReading.tsx'
import styles from './decimal-input.module.css'

type Scaled = {
  /** The scaled whole number of kernel/money.ts, or null while empty or unreadable. */
  value: number | null | undefined
  onChange?: ((value: number | null) => void) | undefined
  /** The smallest and largest scaled value. */
  min?: number | undefined
  max?: number | undefined
  /** True if a fraction is refused. A fraction that was set from outside, such as a stored one, may stay. */
  whole?: boolean | undefined
  /** The decimals of the longest figure of the column, so that the separators stand below each other. */
  decimals?: number | undefined
}

export type DecimalInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max'> &
  Scaled

/** The properties of a figure in a table cell. */
type LightInputProps = Scaled & {
  label: string
  /** Marks a readable figure as wrong. */
  wrong?: boolean
  'data-quantity'?: number
  'data-price'?: number
  'data-discount'?: number
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

type Kind = { places: number; shown: number; unit?: string }
type Problem = { readonly code: 'number' | 'unclear' | 'at-least' | 'at-most' | 'whole'; readonly value?: string }
type Box = HTMLInputElement

const textOf = (value: number | null | undefined, { places, shown }: Kind): string =>
  value === null || value === undefined ? '' : writeDecimal(value, places, shown)

/** Returns the room at the end for the decimals that the text lacks, as CSS. A text without decimals gets two. */
function roomForLacking(text: string, decimals: number, room: string): string | undefined {
  const typed = /[.,](\d*)$/.exec(text.trim())?.[1]?.length ?? 0
  const lacking = decimals - Math.max(2, typed)
  return lacking > 0 ? `calc(${lacking}ch + ${room})` : undefined
}

/** Returns by how much an arrow key changes a figure: a hundredth, or a whole. */
const stepOf = ({ places }: Kind, whole: boolean): number => (whole ? 10 ** places : Math.max(1, 10 ** (places - 2)))

type Read = { readonly value: number | null; readonly problem: Problem | null }
type ReadText = Read & { readonly readings: readonly string[] }
/** What a field accepts. `given` is the value that was set from outside; it may be a fraction where only whole ones may be typed. */
type Limits = {
  readonly min: number | undefined
  readonly max: number | undefined
  readonly whole: boolean
  readonly given: number | null
}

/** Returns the smallest figure that may be typed: `min`, or the next whole one where only whole ones may be typed. */
const leastOf = (min: number, { places }: Kind, whole: boolean): number =>
  whole ? Math.ceil(min / 10 ** places) * 10 ** places : min

/** Reads a text as if it had one meaning. */
function readClear(typed: string, kind: Kind, { min, max, whole, given }: Limits): Read {
  if (typed.trim() === '') return { value: null, problem: null }
  const parsed = parseDecimal(typed, kind.places)
  if (parsed === null) return { value: null, problem: { code: 'number' } }
  if (min !== undefined && parsed < min)
    return { value: null, problem: { code: 'at-least', value: textOf(leastOf(min, kind, whole), kind) } }
  if (max !== undefined && parsed > max) return { value: null, problem: { code: 'at-most', value: textOf(max, kind) } }
  const isPart = whole && parsed % 10 ** kind.places !== 0 && parsed !== given
  return isPart ? { value: null, problem: { code: 'whole' } } : { value: parsed, problem: null }
}

/** Reads what is typed. A text with two readings gives no value (C-90), and those of its readings that fit into the field. */
function readText(typed: string, kind: Kind, limits: Limits, sign: DecimalSign): ReadText {
  const fits = (reading: string) => readClear(reading, kind, limits).problem === null
  const readings = (twoReadings(typed, sign) ?? []).filter(fits)
  if (readings.length > 0) return { value: null, problem: { code: 'unclear' }, readings }
  return { ...readClear(typed, kind, limits), readings }
}

/** Holds the typed text, its value and its problem, for every form of the input. */
function useDecimalText({ value, onChange, min, max, whole = false }: Scaled, kind: Kind) {
  const sign = decimalSign()
  const [text, setText] = useState(() => textOf(value, kind))
  const [problem, setProblem] = useState<Problem | null>(null)
  const known = useRef<number | null>(value ?? null)
  const given = useRef<number | null>(value ?? null)
  const box = useRef<Box>(null)

  // A value set from outside (reset, computed) replaces the text, except while the person is typing.
  useEffect(() => {
    if ((value ?? null) === known.current) return
    known.current = value ?? null
    given.current = value ?? null
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

  const limits = { min, max, whole, given: given.current }
  const read = (typed: string) => readText(typed, kind, limits, sign)
  const now = read(text)
  const take = (typed: string) => {
    setText(typed)
    const next = read(typed)
    if (problem !== null && next.problem === null) setProblem(null)
    give(next.value)
  }

  return {
    text,
    // which number is meant is asked at once, any other problem is said after leaving the field
    problem: now.readings.length > 0 ? now.problem : problem,
    readings: now.readings,
    choose: take,
    box,
    mark: unreadableMark(now.problem !== null),
    select: (event: FocusEvent<Box>) => {
      box.current = event.currentTarget
      event.currentTarget.select()
    },
    step: (event: KeyboardEvent<Box>) => {
      if (event.defaultPrevented || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const next = (now.value ?? 0) + stepOf(kind, whole) * (event.key === 'ArrowUp' ? 1 : -1)
      if ((min !== undefined && next < min) || (max !== undefined && next > max)) return
      setText(textOf(next, kind))
      setProblem(null)
      give(next)
    },
    type: (event: ChangeEvent<Box>) => take(event.currentTarget.value),
    leave: () => {
      setProblem(now.problem)
      if (now.problem === null) setText(textOf(now.value, kind))
    },
  }
}

/** `step` tells screen readers the step of the arrow keys. A number field of the browser would not accept a comma. */
const figureOf = (whole = false) =>
  ({ inputMode: whole ? 'numeric' : 'decimal', step: whole ? '1' : '0.01', autoComplete: 'off' }) as const

function DecimalInput({
  value,
  onChange,
  min,
  max,
  whole,
  decimals = 0,
  kind,
  error,
  onBlur,
  onFocus,
  onKeyDown,
  ...rest
}: DecimalInputProps & { kind: Kind }) {
  const { t } = useTranslation('frame')
  const field = useDecimalText({ value, onChange, min, max, whole }, kind)
  return (
    <TextInput
      {...rest}
      {...figureOf(whole)}
      {...field.mark}
      value={field.text}
      error={
        field.readings.length > 0 ? (
          <WhichReading readings={field.readings} choose={field.choose} field={field.box} />
        ) : field.problem ? (
          t(`invalid.${field.problem.code}`, { value: field.problem.value })
        ) : (
          error
        )
      }
      rightSection={kind.unit ? <span aria-hidden>{kind.unit}</span> : undefined}
      rightSectionPointerEvents="none"
      styles={{
        input: {
          textAlign: 'right',
          fontVariantNumeric: 'tabular-nums',
          paddingInlineEnd: roomForLacking(field.text, decimals, 'var(--input-padding-inline-end)'),
        },
      }}
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

/** The same input as a plain box, for tables with hundreds of them. The label is for screen readers only. */
function LightInput({
  value,
  onChange,
  min,
  max,
  whole,
  decimals = 0,
  kind,
  label,
  wrong = false,
  onKeyDown,
  ...rest
}: LightInputProps & { kind: Kind }) {
  const problemId = useId()
  const field = useDecimalText({ value, onChange, min, max, whole }, kind)
  const { problem } = field
  return (
    <>
      <input
        {...rest}
        {...figureOf(whole)}
        {...field.mark}
        className={styles.light}
        style={{ paddingInlineEnd: roomForLacking(field.text, decimals, '8px') }}
        aria-label={label}
        aria-invalid={problem !== null || wrong || undefined}
        aria-describedby={problem ? problemId : undefined}
        value={field.text}
        onFocus={field.select}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          field.step(event)
        }}
        onChange={field.type}
        onBlur={field.leave}
      />
      {problem ? (
        <LightProblem
          id={problemId}
          problem={problem}
          readings={field.readings}
          choose={field.choose}
          field={field.box}
        />
      ) : null}
    </>
  )
}

type LightProblemProps = {
  id: string
  problem: Problem
  readings: readonly string[]
  choose: (reading: string) => void
  field: RefObject<Box | null>
}

function LightProblem({ id, problem, readings, choose, field }: LightProblemProps) {
  const { t } = useTranslation('frame')
  return (
    <span id={id} className={styles.problem}>
      {readings.length > 0 ? (
        <WhichReading readings={readings} choose={choose} field={field} />
      ) : (
        t(`invalid.${problem.code}`, { value: problem.value })
      )}
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
/**
 * An amount in euros. The value is in cents. Comma and point are both the decimal separator; where the language has a decimal comma, a
 * point before exactly three digits is asked (C-90).
 */
export const MoneyInput = (props: DecimalInputProps) => <DecimalInput {...props} kind={MONEY} />
/** The price or cost of one unit. The value is in ten-thousandths of a euro. */
export const PriceInput = (props: DecimalInputProps) => <DecimalInput {...props} kind={PRICE} />
/** Pieces, kilograms or metres. The value is in ten-thousandths. */
export const QuantityInput = (props: DecimalInputProps) => <DecimalInput {...props} kind={QUANTITY} />
/** A percentage (VAT, discount, commission). The value is in hundredths of a percent. */
export const RateInput = (props: DecimalInputProps) => <DecimalInput {...props} kind={RATE} />

/** A price as a plain box in a table. */
export const LightPriceInput = (props: LightInputProps) => <LightInput {...props} kind={PRICE} />
/** A percentage as a plain box in a table. */
export const LightRateInput = (props: LightInputProps) => <LightInput {...props} kind={RATE} />
/** A quantity as a plain box in a table. */
export const LightQuantityInput = (props: LightInputProps) => <LightInput {...props} kind={QUANTITY} />
