/** Shows amounts, quantities and times in the page language. */
import type { ReactNode } from 'react'
import { useCellTexts } from '#web/i18n.ts'
import { priceParts, showDay, showMoment, showMoney, showQuantity, showRate } from '#web/format.ts'

function Figures({ text, negative = false }: { text: ReactNode; negative?: boolean }) {
  // drawn again when the language changes, because the figures follow it
  useCellTexts('frame')
  return (
    <span className="figures" style={negative ? { color: 'var(--mantine-color-error)' } : undefined}>
      {text}
    </span>
  )
}

type Value = { value: number | null | undefined }

/** Cents in euros. With `flagNegative` a negative amount is red. */
export const MoneyText = ({ value, flagNegative = false }: Value & { flagNegative?: boolean }) => (
  <Figures
    text={value === null || value === undefined ? '' : showMoney(value)}
    negative={flagNegative && (value ?? 0) < 0}
  />
)
/**
 * A unit price in a column whose longest price has `decimals` decimals (`priceDecimals`). Behind it invisible digits stand for
 * those that it lacks, so that the euro sign stays beside the figure; they are not part of its text. It does not listen for the language: its parent does.
 */
export function AlignedPrice({ value, decimals }: { value: number; decimals: number }) {
  const { head, lacking, tail } = priceParts(value, decimals)
  if (lacking === 0) return head + tail
  return (
    <span>
      {head}
      {tail}
      <span data-lacking-digits={'0'.repeat(lacking)} />
    </span>
  )
}
/** A unit price in euros with two to four decimals. In a column, `decimals` are those of its longest price. */
export const PriceText = ({ value, decimals = 2 }: Value & { decimals?: number }) => (
  <Figures text={value === null || value === undefined ? '' : <AlignedPrice value={value} decimals={decimals} />} />
)
/** A quantity with an optional unit: one of the stored units, or a word that is shown as it is. */
export const QuantityText = ({
  value,
  unit,
  flagNegative = false,
}: Value & { unit?: string; flagNegative?: boolean }) => {
  const t = useCellTexts('frame')
  const count = value === null || value === undefined ? '' : showQuantity(value)
  return (
    <Figures
      text={count !== '' && unit ? `${count} ${t(`unit.${unit}`, { defaultValue: unit })}` : count}
      negative={flagNegative && (value ?? 0) < 0}
    />
  )
}
/** A percentage. */
export const RateText = ({ value }: Value) => (
  <Figures text={value === null || value === undefined ? '' : showRate(value)} />
)
/** A day in the form of the page language (C-96). */
export const DayText = ({ value }: { value: string | null | undefined }) => (
  <span className="figures">{value ? <time dateTime={value.slice(0, 10)}>{showDay(value)}</time> : ''}</span>
)
/** A moment in Athens time, with the day in the same form. */
export const MomentText = ({ value }: { value: string | null | undefined }) => (
  <span className="figures">{value ? <time dateTime={value}>{showMoment(value)}</time> : ''}</span>
)
