import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Boxes, ChevronDown, PackageX, Tag } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { Need } from '#features/stock/domain/availability.ts'
import { MissingMaterialsDialog } from '#features/stock/web/MissingMaterialsDialog.tsx'
import { StockStatusDialog } from '#features/stock/web/StockStatusDialog.tsx'
import { type Discounts, kindsForAll } from '../../domain/draft-prices.ts'
import { choiceText } from './DraftRow.tsx'
import type { DraftLine, PriceSource } from '../../domain/order-draft.ts'
import menu from '#web/ui/table/row-menu.module.css'
import form from './draft-lines.module.css'
import styles from '#features/orders/web/line-notes.module.css'
import type { useStockCheck } from './use-stock-check.ts'

type Props = {
  lines: readonly DraftLine[]
  needs: readonly Need[]
  stock: Pick<ReturnType<typeof useStockCheck>, 'shortNames' | 'answered' | 'error'>
  orderId: number | undefined
  discounts: Discounts
  salesperson: string
  priceAll: (source: PriceSource) => void
}

/** The most short products that are named. The lines and the tab of the lent items show the others. */
const MOST_NAMED = 3

const someOf = (names: readonly string[]): string =>
  names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')} …` : names.join(', ')

/** Shows the stock of all lines, and offers one price for all of them. */
export function LinesToolbar({ lines, needs, stock, orderId, discounts, salesperson, priceAll }: Props) {
  const { t } = useTranslation('order-entry')
  const [status, showStatus] = useDisclosure(false)
  const [materials, showMaterials] = useDisclosure(false)
  return (
    <div className={form.tools}>
      <span
        className={styles.note}
        data-tone={stock.shortNames.length > 0 ? 'danger' : stock.answered ? 'good' : undefined}
        role="status"
      >
        {stock.shortNames.length > 0
          ? `${t('stock.short-products', { count: stock.shortNames.length })}: ${someOf(stock.shortNames)}`
          : stock.answered
            ? t('check.all', { ns: 'stock' })
            : t(stock.error ? 'stock.unchecked' : 'stock.checking')}
      </span>
      <div className={form.toolButtons}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Boxes size={14} aria-hidden />}
          onClick={showStatus.open}
        >
          {t('orders:stock.status')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<PackageX size={14} aria-hidden />}
          onClick={showMaterials.open}
        >
          {t('orders:stock.materials')}
        </Button>
        <Menu position="bottom-end" width="max-content">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Tag size={14} aria-hidden />}
              rightSection={<ChevronDown size={14} aria-hidden />}
            >
              {t('price.for-all')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={menu.menu}>
            <PriceKinds lines={lines} discounts={discounts} salesperson={salesperson} priceAll={priceAll} />
          </Menu.Dropdown>
        </Menu>
      </div>
      <StockStatusDialog opened={status} onClose={showStatus.close} lines={needs} orderId={orderId} />
      <MissingMaterialsDialog opened={materials} onClose={showMaterials.close} lines={needs} orderId={orderId} />
    </div>
  )
}

/**
 * Lists the prices that all lines can get. It is rendered only while the menu is open, so that it costs nothing before.
 */
function PriceKinds({
  lines,
  discounts,
  salesperson,
  priceAll,
}: Pick<Props, 'lines' | 'discounts' | 'salesperson' | 'priceAll'>) {
  const { t } = useTranslation('order-entry')
  return kindsForAll(lines, discounts).map((source) => (
    <Menu.Item key={source.kind} onClick={() => priceAll(source)}>
      {choiceText(t, source, salesperson)}
    </Menu.Item>
  ))
}
