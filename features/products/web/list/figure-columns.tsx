import { Badge, Group } from '@mantine/core'
import i18n from 'i18next'
import type { z } from 'zod'
import type { Column } from '#web/ui/table/table-columns.ts'
import { type goodsFigures, PRODUCT_MARKS, type ProductMark } from '../../domain/marks.ts'
import type { Unit } from '../../domain/product.ts'

/** A row of a list of products or materials. */
type FigureRow = z.output<z.ZodObject<typeof goodsFigures>> & { readonly stock: number; readonly unit: Unit }

/** The filter by marks in the address. */
export const MARKS_FILTER = 'f.marks'

/** Returns the chosen marks of an address. */
export function marksIn(texts: Readonly<Record<string, string>>): readonly ProductMark[] {
  return marksOf(texts[MARKS_FILTER] ?? '')
}

/** Returns the marks that a text names, separated by commas. */
export function marksOf(text: string): readonly ProductMark[] {
  const named = text.split(',')
  return PRODUCT_MARKS.filter((mark) => named.includes(mark))
}

/** Returns the marks to choose from. Only complete products are sold with a margin. */
export const marksOffered = (seesCosts: boolean, materials: boolean): readonly ProductMark[] =>
  PRODUCT_MARKS.filter((mark) => mark !== 'belowMargin' || (seesCosts && !materials))

/** The unit of the quantities of a row. */
export const unitOf = (row: { readonly unit: Unit }): Unit => row.unit

/**
 * Returns the columns that follow the stock: what is promised, free and on its way, the value, and what needs somebody. `asked` is true
 * while the list is asked for marks; then they are in sight from a smaller width on.
 */
export function figureColumns<Row extends FigureRow>(
  seesCosts: boolean,
  { asked, materials = false }: { asked: boolean; materials?: boolean },
): Column<Row>[] {
  const t = i18n.getFixedT(null, 'products')
  // the quantities come first in a narrow window
  const wide = asked ? ({ from: 760 } as const) : ({ from: 1360, card: 'none' } as const)
  const wider = asked ? ({ from: 1120 } as const) : wide
  const offered = marksOffered(seesCosts, materials)
  const shown = ({ marks }: FigureRow) => marks.filter((mark) => offered.includes(mark))
  const value: Column<Row> = { key: 'value', header: t('column.value'), kind: 'money', sum: true, ...wider }
  return [
    { key: 'promised', header: t('mark.promised'), kind: 'quantity', sum: true, unit: unitOf, ...wide },
    { key: 'free', header: t('mark.free'), kind: 'quantity', sum: true, unit: unitOf, ...wide },
    { key: 'incoming', header: t('mark.incoming'), kind: 'quantity', sum: true, unit: unitOf, ...wide },
    ...(seesCosts ? [value] : []),
    {
      key: 'marks',
      header: t('column.marks'),
      value: (row) =>
        shown(row)
          .map((mark) => t(`mark.${mark}`))
          .join(', '),
      cell: (row) => <Marks marks={shown(row)} />,
      filter: {
        many: true,
        options: offered.map((mark) => ({ value: mark, label: t(`mark.${mark}`) })),
      },
      ...wider,
    },
  ]
}

function Marks({ marks }: Pick<FigureRow, 'marks'>) {
  const t = i18n.getFixedT(null, 'products')
  return marks.length === 0 ? null : (
    <Group gap={4} wrap="nowrap">
      {marks.map((mark) => (
        <Badge key={mark} size="sm" variant="default" tt="none" fw={500} data-mark={mark}>
          {t(`mark.${mark}`)}
        </Badge>
      ))}
    </Group>
  )
}
