import { QuantityText } from '#web/ui/texts.tsx'
import type { Quantity } from '#kernel/money.ts'
import { sumsByUnit } from '../domain/units.ts'

type Props = {
  lines: readonly { readonly unit: string; readonly quantity: number }[]
  /** The stored sum of all quantities. It says something only if all lines have one unit. */
  total: number
}

/** Shows the total quantity of a document, one for each unit if its lines have several. */
export function TotalQuantity({ lines, total }: Props) {
  const sums = sumsByUnit(lines.map(({ unit, quantity }) => ({ unit, quantity: quantity as Quantity })))
  if (sums.length < 2) return <QuantityText value={total} />
  return sums.map(({ unit, quantity }) => (
    <div key={unit}>
      <QuantityText value={quantity} unit={unit} />
    </div>
  ))
}
